Option Explicit

' Excel for Windows waits in RunPython until Python has ended.
Private waiting As Boolean
' Elsewhere RunPython returns at once: until then Python counts as at work, even if it is silent.
Private patience As Date
' Python has asked for something since the button was pressed.
Private answered As Boolean
' A button or Esc was pressed while Python was at work.
Private pressed As Boolean
' The part of an answer that Python has not fetched yet.
Private remaining As String
' What is given back after a press: the settings, the reference style, and the rows of a filter.
Private disturbed As Boolean
Private events As Boolean
Private style As Long
Private unfolded As Worksheet
Private folds As Collection

' What the buttons press. The work is done in Python, by xlnono.excel.

Public Sub XlnonoSolve()
    Press "solve"
End Sub

Public Sub XlnonoStep()
    Press "step"
End Sub

Public Sub XlnonoHint()
    Press "hint"
End Sub

Public Sub XlnonoCheck()
    Press "check"
End Sub

Public Sub XlnonoAssume()
    Press "assume"
End Sub

Public Sub XlnonoClear()
    Press "clear"
End Sub

Public Sub XlnonoRestore()
    Press "restore"
End Sub

Public Sub XlnonoWhere()
    Press "where"
End Sub

Public Sub XlnonoWhy()
    Press "why"
End Sub

' In the list of macros only: Alt+F8.
Public Sub XlnonoClues()
    Press "clues"
End Sub

Private Sub Press(button As String)
    Dim reason As String
    If AtWork() Then
        pressed = True
        Exit Sub
    End If
    ' The Python of the last press may have been killed.
    GiveBack
    pressed = False
    answered = False
    events = Application.EnableEvents
    disturbed = True
    waiting = True
    ' Python takes some time to start, and may never do so.
    patience = Now + TimeSerial(0, 0, 15)
    On Error GoTo Failed
    RunPython "import xlnono.excel; xlnono.excel." & button & "()"
    waiting = False
    If InStr(Application.OperatingSystem, "Windows") = 0 Then Exit Sub
    GiveBack
    If Not answered Then XlnonoWithoutPython button
    Exit Sub
Failed:
    reason = Err.Description
    Resume Report
Report:
    On Error GoTo 0
    waiting = False
    GiveBack
    MsgBox reason, vbExclamation, "xlnono"
    If Not answered Then XlnonoWithoutPython button
End Sub

' Whether Python is at work.
Private Function AtWork() As Boolean
    AtWork = waiting Or Now < patience
End Function

' What Python asks for. Going cell by cell is fast only in here. First it asks for a survey, and in the
' end it is done. An answer starts with a full stop, or with a plus if there is more of it, because no
' text in Excel is longer than 32767 characters. The answer to a failure starts with an exclamation mark.
Public Function XlnonoAsk(what As String, title As String, text As String) As String
    On Error GoTo Failed
    answered = True
    If what <> "more" Then remaining = ""
    If what = "survey" Then
        Settle
        remaining = Survey()
    ElseIf what = "pause" Then
        remaining = Pause(Val(text))
    ElseIf what = "done" Then
        ' Python itself gives back the settings.
        disturbed = False
        GiveBack
    ElseIf what <> "more" And what <> "alive" Then
        remaining = Served(what, ThisWorkbook.Worksheets(title), text)
    End If
    If what <> "done" Then patience = Now + TimeSerial(0, 1, 0)
    XlnonoAsk = IIf(Len(remaining) > 30000, "+", ".") & Left(remaining, 30000)
    remaining = Mid(remaining, 30001)
    Exit Function
Failed:
    XlnonoAsk = "!" & Err.Number & vbTab & Err.Description
End Function

Private Function Served(what As String, sheet As Worksheet, text As String) As String
    Select Case what
    Case "fills": Served = Fills(sheet.Range(text))
    Case "colours": Served = TextColours(sheet.Range(text))
    Case "borders": Served = Bordered(sheet.Range(text))
    Case "formulas": Served = Formulas(sheet.Range(text))
    Case "merged": Served = Merged(sheet.Range(text))
    Case "notes": Served = Notes(sheet.Range(text))
    Case "do": CarryOutAll sheet, text
    End Select
End Function

' Excel paints and copies only the rows that a filter shows, and reads the formulas of conditional
' formats as the user writes references. So filters show everything during a press, and A1 is A1.
Private Sub Settle()
    If Not AtWork() Then pressed = False
    GiveBackLayout
    ComeToFront
    Application.EnableCancelKey = xlDisabled
    style = ReferenceStyle()
    If style = xlR1C1 Then Application.ReferenceStyle = xlA1
    If TypeName(ThisWorkbook.ActiveSheet) <> "Worksheet" Then Exit Sub
    If ThisWorkbook.ActiveSheet.ProtectContents Then Exit Sub
    If IsFiltered(ThisWorkbook.ActiveSheet) Then Unfold ThisWorkbook.ActiveSheet
End Sub

' Python is done, or it has ended without a word.
Private Sub GiveBack()
    patience = 0
    GiveBackLayout
    If disturbed Then
        disturbed = False
        Application.EnableEvents = events
        Application.ScreenUpdating = True
        Application.StatusBar = False
    End If
End Sub

Private Sub GiveBackLayout()
    Dim fold As Variant
    On Error Resume Next
    If style = xlR1C1 Then Application.ReferenceStyle = xlR1C1
    style = 0
    If folds Is Nothing Then Exit Sub
    For Each fold In folds
        unfolded.Range(fold).EntireRow.Hidden = True
    Next fold
    Set folds = Nothing
End Sub

' LibreOffice has A1 only.
Private Function ReferenceStyle() As Long
    On Error Resume Next
    ReferenceStyle = Application.ReferenceStyle
End Function

' Another workbook can be in front by now: during a pause, and at any time on a Mac.
Private Sub ComeToFront()
    On Error Resume Next
    If ActiveWorkbook.FullName <> ThisWorkbook.FullName Then ThisWorkbook.Activate
End Sub

Private Sub ShowSheet(sheet As Worksheet)
    ComeToFront
    sheet.Activate
End Sub

Private Function IsFiltered(sheet As Worksheet) As Boolean
    On Error Resume Next
    IsFiltered = sheet.AutoFilterMode
    IsFiltered = IsFiltered Or sheet.FilterMode
    IsFiltered = IsFiltered Or sheet.ListObjects.Count > 0
End Function

' Shows the hidden rows. Only as a block they are all reached.
Private Sub Unfold(sheet As Worksheet)
    Dim row As Long, last As Long, first As Long
    Set folds = New Collection
    Set unfolded = sheet
    last = sheet.UsedRange.Row + sheet.UsedRange.Rows.Count - 1
    For row = sheet.UsedRange.Row To last
        If sheet.Rows(row).Hidden Then
            If first = 0 Then first = row
        ElseIf first > 0 Then
            ShowRows "A" & first & ":A" & row - 1
            first = 0
        End If
    Next row
    If first > 0 Then ShowRows "A" & first & ":A" & last
End Sub

Private Sub ShowRows(address As String)
    unfolded.Range(address).EntireRow.Hidden = False
    folds.Add address
End Sub

' The shown tab, its cell and what is selected; whether sheets can be added; all tabs; each sheet with its used area and
' whether it is protected; its names.
Private Function Survey() As String
    Dim place As Long, sheet As Worksheet, entry As Name, text As String
    text = ThisWorkbook.ActiveSheet.Name & vbTab & ChosenCell()
    If InStr(ChosenCells(), ",") = 0 Then text = text & vbLf & "selected" & vbTab & ChosenCells()
    If ThisWorkbook.ProtectStructure Then text = text & vbLf & "structure" & vbTab & "protected"
    For place = 1 To ThisWorkbook.Sheets.Count
        text = text & vbLf & "tab" & vbTab & ThisWorkbook.Sheets(place).Name
    Next place
    For place = 1 To ThisWorkbook.Worksheets.Count
        Set sheet = ThisWorkbook.Worksheets(place)
        text = text & vbLf & "sheet" & vbTab & sheet.Name & vbTab & sheet.UsedRange.Address
        text = text & vbTab & IIf(sheet.ProtectContents, "protected", "open")
        For Each entry In sheet.Names
            text = text & vbLf & "name" & vbTab & entry.Name & vbTab & RefersTo(entry)
        Next entry
    Next place
    Survey = text
End Function

' Empty if a chart is shown.
Private Function ChosenCell() As String
    On Error Resume Next
    ChosenCell = ActiveCell.Address
End Function

' Empty if a chart or a drawing is selected.
Private Function ChosenCells() As String
    On Error Resume Next
    ChosenCells = Selection.Address
End Function

' In one line: the formulas of names can have several.
Private Function RefersTo(entry As Name) As String
    On Error Resume Next
    RefersTo = Replace(Replace(Replace(entry.RefersTo, vbCr, " "), vbLf, " "), vbTab, " ")
End Function

' The solid fills of an area as blue, green, red in hexadecimal, or a hyphen.
Private Function Fills(area As Range) As String
    Dim inside As Interior, texts() As String, row As Long, column As Long
    ReDim texts(1 To area.Rows.Count)
    For row = 1 To area.Rows.Count
        For column = 1 To area.Columns.Count
            Set inside = area.Cells(row, column).Interior
            If inside.ColorIndex = xlNone Then
                texts(row) = texts(row) & " -"
            Else
                texts(row) = texts(row) & " " & Hex(inside.Color)
            End If
        Next column
    Next row
    Fills = Join(texts, vbLf)
End Function

' The colours of the text of each cell, like fills; those of several parts are parted by commas.
Private Function TextColours(area As Range) As String
    Dim texts() As String, row As Long, column As Long
    ReDim texts(1 To area.Rows.Count)
    For row = 1 To area.Rows.Count
        For column = 1 To area.Columns.Count
            texts(row) = texts(row) & " " & TextColour(area.Cells(row, column))
        Next column
    Next row
    TextColours = Join(texts, vbLf)
End Function

Private Function TextColour(cell As Range) As String
    Dim place As Long
    If IsEmpty(cell.Value) Then
        TextColour = "-"
    ElseIf Not IsNull(cell.Font.Color) Then
        TextColour = Hex(cell.Font.Color)
    Else
        For place = 1 To Len(cell.Value)
            TextColour = TextColour & "," & Hex(cell.Characters(place, 1).Font.Color)
        Next place
        TextColour = Mid(TextColour, 2)
    End If
End Function

' Whether each cell of an area has a border.
Private Function Bordered(area As Range) As String
    Dim texts() As String, row As Long, column As Long, side As Variant, mark As String
    ReDim texts(1 To area.Rows.Count)
    For row = 1 To area.Rows.Count
        For column = 1 To area.Columns.Count
            mark = "-"
            For Each side In Array(xlEdgeTop, xlEdgeLeft, xlEdgeBottom, xlEdgeRight)
                If area.Cells(row, column).Borders(side).LineStyle <> xlNone Then
                    mark = "+"
                    Exit For
                End If
            Next side
            texts(row) = texts(row) & mark
        Next column
    Next row
    Bordered = Join(texts, vbLf)
End Function

' Whether each cell of an area holds a formula.
Private Function Formulas(area As Range) As String
    Dim texts() As String, row As Long, column As Long
    ReDim texts(1 To area.Rows.Count)
    For row = 1 To area.Rows.Count
        For column = 1 To area.Columns.Count
            texts(row) = texts(row) & IIf(area.Cells(row, column).HasFormula, "+", "-")
        Next column
    Next row
    Formulas = Join(texts, vbLf)
End Function

' The addresses of the merged areas among some cells.
Private Function Merged(area As Range) As String
    Dim cell As Range, text As String
    If Not IsNull(area.MergeCells) Then
        If Not area.MergeCells Then Exit Function
    End If
    For Each cell In area.Cells
        If cell.MergeCells Then
            If cell.Address = cell.MergeArea.Cells(1, 1).Address Then
                text = text & " " & cell.MergeArea.Address
            End If
        End If
    Next cell
    Merged = Trim(text)
End Function

' The cells of an area with a note or a comment: the address and the text, one a line.
Private Function Notes(area As Range) As String
    Dim cell As Range, lines As String
    For Each cell In area.Cells
        If HasNote(cell) Then lines = lines & vbLf & cell.Address & vbTab & InOneLine(NoteText(cell))
    Next cell
    Notes = Mid(lines, 2)
End Function

Private Function HasNote(cell As Range) As Boolean
    Dim held As Object
    If Not cell.Comment Is Nothing Then HasNote = True
    If HasNote Then Exit Function
    ' Programs without threaded comments do not know the word.
    On Error Resume Next
    Set held = cell
    HasNote = Not held.CommentThreaded Is Nothing
End Function

Private Function NoteText(cell As Range) As String
    Dim held As Object
    On Error Resume Next
    Set held = cell
    NoteText = held.CommentThreaded.Text
    NoteText = cell.Comment.Text
End Function

Private Function InOneLine(text As String) As String
    InOneLine = Replace(Replace(Replace(text, vbCrLf, vbLf), vbCr, vbLf), vbTab, " ")
    InOneLine = Replace(InOneLine, vbLf, Chr(11))
End Function

' Shows the sheet for some seconds; answers "stop" if a button or Esc was pressed since the survey.
Private Function Pause(seconds As Double) As String
    Dim began As Double, hidden As Boolean
    hidden = Not Application.ScreenUpdating
    began = Timer
    On Error GoTo Interrupted
    Application.EnableCancelKey = xlErrorHandler
    If hidden Then Application.ScreenUpdating = True
    ' Timer starts anew at midnight.
    Do
        DoEvents
    Loop Until pressed Or Timer < began Or Timer >= began + seconds
Finish:
    On Error GoTo 0
    ' Until the next pause Esc would break off the macro that waits for Python.
    Application.EnableCancelKey = xlDisabled
    If hidden Then Application.ScreenUpdating = False
    If pressed Then Pause = "stop"
    Exit Function
Interrupted:
    pressed = True
    Resume Finish
End Function

' Commands for a sheet, one a line: what to do, where (areas parted by spaces), and with what.
Private Sub CarryOutAll(sheet As Worksheet, commands As String)
    Dim seen As Long, number As Long, description As String
    seen = sheet.Visible
    If seen = xlSheetVisible Or InStr(commands, "view" & vbTab) + InStr(commands, "when" & vbTab) = 0 Then
        CarryOutEach sheet, commands
        Exit Sub
    End If
    ' A hidden sheet cannot be frozen, and nothing can be selected on it.
    sheet.Visible = xlSheetVisible
    On Error GoTo Failed
    CarryOutEach sheet, commands
    sheet.Visible = seen
    Exit Sub
Failed:
    number = Err.Number
    description = Err.Description
    sheet.Visible = seen
    Err.Raise number, "xlnono", description
End Sub

Private Sub CarryOutEach(sheet As Worksheet, commands As String)
    Dim oneCommand As Variant, parts() As String, address As Variant
    On Error GoTo Interrupted
    For Each oneCommand In Split(commands, vbLf)
        parts = Split(oneCommand, vbTab)
        ' Esc is remembered for the next pause. Only commands that can be given twice are interrupted.
        If parts(0) = "value" Or parts(0) = "look" Then
            Application.EnableCancelKey = xlErrorHandler
        Else
            Application.EnableCancelKey = xlDisabled
        End If
        For Each address In Split(parts(1), " ")
            CarryOut sheet, CStr(address), parts
        Next address
    Next oneCommand
    Application.EnableCancelKey = xlDisabled
    Exit Sub
Interrupted:
    If Err.Number <> 18 Then Err.Raise Err.Number, Err.Source, Err.Description
    pressed = True
    Resume
End Sub

Private Sub CarryOut(sheet As Worksheet, address As String, parts() As String)
    Dim area As Range, other As Worksheet, place As Long
    Set area = sheet.Range(address)
    Select Case parts(0)
    Case "value"
        If parts(2) = "" Then area.ClearContents Else area.Value = CLng(parts(2))
    Case "mark": area.Value = parts(2)
    Case "look"
        If parts(2) = "none" Then
            area.Interior.ColorIndex = xlNone
        Else
            area.Interior.Color = CLng(parts(2))
        End If
        If parts(3) <> "" Then area.Font.Color = CLng(parts(3))
        If parts(4) <> "" Then area.NumberFormat = parts(4)
        If parts(5) <> "" Then
            area.HorizontalAlignment = xlCenter
            area.VerticalAlignment = xlCenter
        End If
    Case "fill": area.Interior.Color = CLng(parts(2))
    Case "font": area.Font.Color = CLng(parts(2))
    Case "bold": area.Font.Bold = True
    Case "underline": area.Font.Underline = xlUnderlineStyleSingle
    Case "format": area.NumberFormat = parts(2)
    Case "centre"
        area.HorizontalAlignment = xlCenter
        area.VerticalAlignment = xlCenter
    Case "left"
        area.HorizontalAlignment = xlLeft
        area.VerticalAlignment = xlTop
        area.IndentLevel = 1
    Case "wrap"
        area.WrapText = True
        area.VerticalAlignment = xlTop
    Case "edge"
        With area.Borders(CLng(parts(2)))
            .Weight = CLng(parts(3))
            .Color = CLng(parts(4))
        End With
    Case "width": area.ColumnWidth = Val(parts(2))
    Case "height": area.RowHeight = Val(parts(2))
    Case "hide": area.EntireColumn.Hidden = True
    Case "group"
        FoldUpwards sheet
        area.EntireRow.Group
        area.EntireRow.Hidden = True
    Case "merge": area.Merge
    Case "filter": area.AutoFilter
    Case "number"
        With area.Validation
            .Delete
            .Add xlValidateWholeNumber, xlValidAlertStop, xlBetween, "0", parts(2)
            .ErrorTitle = parts(3)
            .ErrorMessage = parts(4)
            .InputTitle = parts(3)
            .InputMessage = parts(4)
            .ShowError = False
        End With
    Case "when"
        AddCondition sheet, area, parts
    Case "forget": ForgetConditions area, parts(2)
    Case "note": PutNote area, Replace(parts(2), Chr(11), vbLf)
    Case "view"
        ShowSheet sheet
        ActiveWindow.FreezePanes = False
        ActiveWindow.DisplayGridlines = False
        If CLng(parts(2)) > 0 Then
            ActiveWindow.SplitColumn = 0
            ActiveWindow.SplitRow = CLng(parts(2))
            ActiveWindow.FreezePanes = True
        End If
    Case "print": SetUpPage sheet, address, parts
    Case "chart": AddChart sheet, area, parts
    Case "scroll": AddScrollBar sheet, area, parts
    Case "add"
        Set other = ThisWorkbook.Worksheets.Add(After:=sheet)
        other.Name = parts(2)
    Case "blank"
        If sheet.AutoFilterMode Then sheet.AutoFilterMode = False
        ClearGroups sheet
        sheet.Cells.EntireRow.Hidden = False
        sheet.Cells.EntireColumn.Hidden = False
        For place = sheet.ChartObjects.Count To 1 Step -1
            sheet.ChartObjects(place).Delete
        Next place
        RemoveScrollBars sheet
        sheet.Cells.Validation.Delete
        sheet.Cells.Clear
        ClearConditions sheet
    Case "conceal": sheet.Visible = xlSheetVeryHidden
    Case "copy"
        area.Copy ThisWorkbook.Worksheets(parts(2)).Range(address)
    Case "show": ShowSheet sheet
    Case "select"
        ShowSheet sheet
        sheet.Range(parts(2)).Select
    End Select
End Sub

' Groups of rows belong to the row above. LibreOffice cannot set this.
Private Sub FoldUpwards(sheet As Worksheet)
    On Error Resume Next
    sheet.Outline.SummaryRow = xlSummaryAbove
End Sub

' A sheet without groups has nothing to clear, which must not be a failure in any program.
Private Sub ClearGroups(sheet As Worksheet)
    On Error Resume Next
    sheet.Cells.ClearOutline
End Sub

' A cell keeps a note or a comment that it has.
Private Sub PutNote(cell As Range, text As String)
    If text = "" Then
        If Not cell.Comment Is Nothing Then cell.Comment.Delete
    ElseIf Not HasNote(cell) Then
        cell.AddComment text
        FitNote cell
    End If
End Sub

' LibreOffice fits the box to its text by itself.
Private Sub FitNote(cell As Range)
    On Error Resume Next
    cell.Comment.Shape.TextFrame.AutoSize = True
End Sub

' Without a printer Excel sets up no page. A page that looks otherwise on paper is still of use.
Private Sub SetUpPage(sheet As Worksheet, address As String, parts() As String)
    On Error GoTo Finish
    With sheet.PageSetup
        .PrintArea = parts(5)
        ' LibreOffice takes a second area for A1.
        If Right(.PrintArea, 5) = ",$A$1" Then .PrintArea = address
        If parts(4) <> "" Then .PrintTitleRows = parts(4)
        TalkToPrinter False
        .Orientation = IIf(parts(2) = "", xlPortrait, xlLandscape)
        .Zoom = False
        .FitToPagesWide = 1
        .FitToPagesTall = IIf(parts(3) = "", False, 1)
    End With
Finish:
    TalkToPrinter True
End Sub

' Excel asks the printer about each setting, unless they are sent together. LibreOffice does not.
Private Sub TalkToPrinter(wanted As Boolean)
    On Error Resume Next
    Application.PrintCommunication = wanted
End Sub

' To LibreOffice a whole sheet has no conditions, and it clears them with all else.
Private Sub ClearConditions(sheet As Worksheet)
    On Error Resume Next
    sheet.Cells.FormatConditions.Delete
End Sub

' The conditional formats of an area; nothing in LibreOffice, whose macros do not know them.
Private Function Conditions(area As Range) As Object
    On Error Resume Next
    Set Conditions = area.FormatConditions
End Function

' Excel reads such a formula in the user's own language, and as the active cell sees it.
Private Sub AddCondition(sheet As Worksheet, area As Range, parts() As String)
    Dim spare As Range, formula As String, chosen As Range
    If Conditions(area) Is Nothing Then Exit Sub
    Set spare = sheet.Cells(1, 250)
    Do Until IsEmpty(spare.Value)
        Set spare = spare.Offset(1, 0)
    Loop
    spare.Formula = parts(2)
    formula = spare.FormulaLocal
    spare.ClearContents
    ShowSheet sheet
    If TypeName(Selection) = "Range" Then Set chosen = Selection
    area.Cells(1, 1).Select
    With area.FormatConditions.Add(Type:=xlExpression, Formula1:=formula)
        .Interior.Color = CLng(parts(3))
        If parts(4) <> "" Then .Font.Color = CLng(parts(4))
        If parts(5) <> "" Then
            .Borders.LineStyle = xlContinuous
            .Borders.Color = CLng(parts(5))
        End If
    End With
    If Not chosen Is Nothing Then chosen.Select
End Sub

' Takes away the conditions with a word in their formula.
Private Sub ForgetConditions(area As Range, word As String)
    Dim place As Long
    If Conditions(area) Is Nothing Then Exit Sub
    For place = area.FormatConditions.Count To 1 Step -1
        If area.FormatConditions(place).Type = xlExpression Then
            If InStr(area.FormatConditions(place).Formula1, word) > 0 Then
                area.FormatConditions(place).Delete
            End If
        End If
    Next place
End Sub

' A chart of one series, its top left corner that of a cell.
' LibreOffice's macros know no form controls.
Private Sub AddScrollBar(sheet As Worksheet, area As Range, parts() As String)
    Dim bar As Object
    On Error Resume Next
    Set bar = sheet.Shapes.AddFormControl(8, area.Left, area.Top, area.Width, area.Height)
    If bar Is Nothing Then Exit Sub
    bar.Name = parts(4)
    bar.ControlFormat.Min = 0
    bar.ControlFormat.Max = CLng(parts(3))
    bar.ControlFormat.SmallChange = 1
    bar.ControlFormat.LargeChange = 10
    bar.ControlFormat.PrintObject = False
    bar.ControlFormat.LinkedCell = "'" & Replace(sheet.Name, "'", "''") & "'!" & parts(2)
End Sub

Private Sub RemoveScrollBars(sheet As Worksheet)
    Dim place As Long, kind As Long
    On Error Resume Next
    For place = sheet.Shapes.Count To 1 Step -1
        kind = -1
        kind = sheet.Shapes(place).FormControlType
        If kind = 8 Then sheet.Shapes(place).Delete
    Next place
End Sub

Private Sub AddChart(sheet As Worksheet, corner As Range, parts() As String)
    Dim drawn As Chart, source As Range, bars As Boolean
    bars = parts(2) = "bars"
    Set source = sheet.Range(parts(5))
    If bars Then Set source = sheet.Range(sheet.Range(parts(4)), source)
    Set drawn = sheet.ChartObjects.Add(corner.Left, corner.Top, Val(parts(8)), Val(parts(9))).Chart
    KeepSize sheet
    drawn.ChartType = IIf(bars, xlBarClustered, xlXYScatterLinesNoMarkers)
    CountHidden drawn
    drawn.SetSourceData source, xlColumns
    drawn.HasLegend = False
    drawn.HasTitle = True
    drawn.ChartTitle.Text = parts(3)
    drawn.Axes(xlValue).MinimumScale = 0
    FinishChart drawn, sheet, parts
End Sub

' The last chart moves with its corner when rows are collapsed or expanded, but stays as high as it is.
Private Sub KeepSize(sheet As Worksheet)
    On Error Resume Next
    sheet.ChartObjects(sheet.ChartObjects.Count).Placement = xlMove
End Sub

' LibreOffice always includes the cells of hidden columns; this cannot be changed.
Private Sub CountHidden(drawn As Chart)
    On Error Resume Next
    drawn.PlotVisibleOnly = False
End Sub

' Settings of a chart that macros can only change in Excel; LibreOffice skips them.
Private Sub FinishChart(drawn As Chart, sheet As Worksheet, parts() As String)
    On Error Resume Next
    With drawn.SeriesCollection(1)
        .XValues = sheet.Range(parts(4))
        .Values = sheet.Range(parts(5))
        If parts(2) = "bars" Then
            .HasDataLabels = True
            .Format.Fill.ForeColor.RGB = CLng(parts(10))
        Else
            .Format.Line.ForeColor.RGB = CLng(parts(10))
            .Format.Line.Weight = 1.5
        End If
    End With
    drawn.ChartTitle.Font.Size = 11
    drawn.ChartTitle.Font.Bold = True
    With drawn.Axes(xlCategory)
        If parts(6) <> "" Then
            .HasTitle = True
            .AxisTitle.Text = parts(6)
        End If
    End With
    With drawn.Axes(xlValue)
        .HasTitle = True
        .AxisTitle.Text = parts(7)
    End With
    If parts(2) = "bars" Then
        drawn.ChartGroups(1).GapWidth = 40
        With drawn.Axes(xlCategory)
            .TickLabelSpacing = 1
            .ReversePlotOrder = True
            .Crosses = xlMaximum
        End With
        With drawn.Axes(xlValue)
            .HasMajorGridlines = False
            .TickLabelPosition = xlNone
        End With
    Else
        drawn.Axes(xlCategory).MinimumScale = 0
        drawn.Axes(xlCategory).HasMajorGridlines = False
    End If
End Sub
