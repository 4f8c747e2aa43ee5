Option Explicit

' What the buttons press. The work is done in Python, by xlnono.excel.

Public Sub XlnonoSolve()
    RunPython "import xlnono.excel; xlnono.excel.solve()"
End Sub

Public Sub XlnonoStep()
    RunPython "import xlnono.excel; xlnono.excel.step()"
End Sub

Public Sub XlnonoHint()
    RunPython "import xlnono.excel; xlnono.excel.hint()"
End Sub

Public Sub XlnonoCheck()
    RunPython "import xlnono.excel; xlnono.excel.check()"
End Sub

Public Sub XlnonoAssume()
    RunPython "import xlnono.excel; xlnono.excel.assume()"
End Sub

Public Sub XlnonoClear()
    RunPython "import xlnono.excel; xlnono.excel.clear()"
End Sub

Public Sub XlnonoRestore()
    RunPython "import xlnono.excel; xlnono.excel.restore()"
End Sub

' What Python asks for, each in one call. Going cell by cell is fast only in here.

' The shown tab and its cell; all tabs; each sheet with its used area and whether it is protected; its names.
Public Function XlnonoSurvey() As String
    Dim place As Long, sheet As Worksheet, entry As Name, text As String
    text = ThisWorkbook.ActiveSheet.Name & vbTab
    If Not ActiveCell Is Nothing Then text = text & ActiveCell.Address
    For place = 1 To ThisWorkbook.Sheets.Count
        text = text & vbLf & "tab" & vbTab & ThisWorkbook.Sheets(place).Name
    Next place
    For place = 1 To ThisWorkbook.Worksheets.Count
        Set sheet = ThisWorkbook.Worksheets(place)
        text = text & vbLf & "sheet" & vbTab & sheet.Name & vbTab & sheet.UsedRange.Address
        text = text & vbTab & IIf(sheet.ProtectContents, "protected", "open")
        For Each entry In sheet.Names
            text = text & vbLf & "name" & vbTab & entry.Name & vbTab & entry.RefersTo
        Next entry
    Next place
    XlnonoSurvey = text
End Function

' The solid fills of an area as blue, green, red in hexadecimal, or a hyphen.
Public Function XlnonoFills(title As String, address As String) As String
    Dim area As Range, inside As Interior, texts() As String, row As Long, column As Long
    Set area = ThisWorkbook.Worksheets(title).Range(address)
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
    XlnonoFills = Join(texts, vbLf)
End Function

' Whether each cell of an area has a border.
Public Function XlnonoBorders(title As String, address As String) As String
    Dim area As Range, texts() As String, row As Long, column As Long, side As Variant, mark As String
    Set area = ThisWorkbook.Worksheets(title).Range(address)
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
    XlnonoBorders = Join(texts, vbLf)
End Function

' The addresses of the merged areas among some cells.
Public Function XlnonoMerged(title As String, address As String) As String
    Dim area As Range, cell As Range, text As String
    Set area = ThisWorkbook.Worksheets(title).Range(address)
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
    XlnonoMerged = Trim(text)
End Function

' Orders for a sheet, one a line: what to do, where (areas parted by spaces), and with what.
Public Sub XlnonoDo(title As String, orders As String)
    Dim order As Variant, parts() As String, address As Variant
    For Each order In Split(orders, vbLf)
        parts = Split(order, vbTab)
        For Each address In Split(parts(1), " ")
            CarryOut ThisWorkbook.Worksheets(title), CStr(address), parts
        Next address
    Next order
End Sub

Private Sub CarryOut(sheet As Worksheet, address As String, parts() As String)
    Dim area As Range, other As Worksheet
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
    Case "format": area.NumberFormat = parts(2)
    Case "centre"
        area.HorizontalAlignment = xlCenter
        area.VerticalAlignment = xlCenter
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
    Case "fit": area.EntireRow.AutoFit
    Case "hide": area.EntireColumn.Hidden = True
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
        End With
    Case "when"
        AddCondition sheet, area, parts
    Case "view"
        sheet.Activate
        ActiveWindow.FreezePanes = False
        ActiveWindow.DisplayGridlines = False
        If CLng(parts(2)) > 0 Then
            ActiveWindow.SplitColumn = 0
            ActiveWindow.SplitRow = CLng(parts(2))
            ActiveWindow.FreezePanes = True
        End If
    Case "print"
        With sheet.PageSetup
            .PrintArea = address
            .Orientation = IIf(parts(2) = "", xlPortrait, xlLandscape)
            .Zoom = False
            .FitToPagesWide = 1
            .FitToPagesTall = IIf(parts(3) = "", False, 1)
            If parts(4) <> "" Then .PrintTitleRows = parts(4)
        End With
    Case "add"
        Set other = ThisWorkbook.Worksheets.Add(After:=sheet)
        other.Name = parts(2)
    Case "blank"
        If sheet.AutoFilterMode Then sheet.AutoFilterMode = False
        sheet.Cells.EntireColumn.Hidden = False
        sheet.Cells.FormatConditions.Delete
        sheet.Cells.Validation.Delete
        sheet.Cells.Clear
    Case "conceal": sheet.Visible = xlSheetVeryHidden
    Case "copy"
        area.Copy ThisWorkbook.Worksheets(parts(2)).Range(address)
    Case "show": sheet.Activate
    Case "select"
        sheet.Activate
        sheet.Range(parts(2)).Select
    End Select
End Sub

' Excel reads such a formula in the user's own language, and as the active cell sees it.
Private Sub AddCondition(sheet As Worksheet, area As Range, parts() As String)
    Dim spare As Range, formula As String
    Set spare = sheet.Cells(1, 250)
    spare.Formula = parts(2)
    formula = spare.FormulaLocal
    spare.ClearContents
    sheet.Activate
    area.Cells(1, 1).Select
    With area.FormatConditions.Add(Type:=xlExpression, Formula1:=formula)
        .Interior.Color = CLng(parts(3))
        If parts(4) <> "" Then .Font.Color = CLng(parts(4))
        If parts(5) <> "" Then
            .Borders.LineStyle = xlContinuous
            .Borders.Color = CLng(parts(5))
        End If
    End With
End Sub
