Option Explicit

' What Solve and Restore do where no Python answers: lines are settled until nothing moves any more.
' The texts are on the sheet with the settings, because macros hold ASCII only.

Private height As Long
Private width As Long
' 1 black, -1 white, 0 unknown.
Private board() As Long
' The blocks of each line and their number, the rows first and then the columns.
Private blocks() As Long
Private counts() As Long
' Whether any clue cell holds anything, be it a 0.
Private typed As Boolean
' What the cells of the grid hold. Reading them one by one would take longer than solving.
Private held As Variant
' Which lines have changed since they were last settled.
Private waiting() As Boolean

Public Sub XlnonoWithoutPython(button As String)
    Dim sheet As Worksheet, message As String
    If button <> "solve" And button <> "restore" Then Exit Sub
    On Error GoTo Failed
    Set sheet = ActiveSheet
    If ThisWorkbook.ProtectStructure Or sheet.ProtectContents Then
        message = Said(10, "", "")
    Else
        Ask "survey", sheet, ""
        Application.EnableCancelKey = xlErrorHandler
        If button = "solve" Then message = Solved(sheet) Else message = TakenBack(sheet)
    End If
Answer:
    On Error Resume Next
    XlnonoAsk "done", "", ""
    Application.EnableCancelKey = xlInterrupt
    Application.ScreenUpdating = True
    If message <> "" Then Tell sheet, message
    Exit Sub
Failed:
    ' A second Esc has nothing left to stop.
    Application.EnableCancelKey = xlDisabled
    message = Err.Description
    ' Esc. Nothing is painted yet.
    If Err.Number = 18 Then message = Said(9, "", "")
    Resume Answer
End Sub

' Has the other module do something. Raises what went wrong there.
Private Sub Ask(what As String, sheet As Worksheet, commands As String)
    Dim answer As String
    answer = XlnonoAsk(what, sheet.Name, commands)
    If Left(answer, 1) = "!" Then Err.Raise 1004, "xlnono", Mid(answer, InStr(answer, vbTab) + 1)
End Sub

Private Sub Tell(sheet As Worksheet, message As String)
    Dim status As Range
    Set status = Named(sheet, "xlnono_status")
    If status Is Nothing Or sheet.ProtectContents Then
        MsgBox message, vbInformation, "xlnono"
    Else
        status.Cells(1, 1).Value = "'" & message
    End If
End Sub

' A text in the language of the settings, with what it is about.
Private Function Said(number As Long, first As String, second As String) As String
    Dim sheet As Worksheet, texts As Range, settings As Range, column As Long, place As Long
    For Each sheet In ThisWorkbook.Worksheets
        Set texts = Named(sheet, "xlnono_texts")
        If Not texts Is Nothing Then
            Set settings = Named(sheet, "xlnono_settings")
            column = 1
            For place = 1 To texts.Columns.Count
                If texts.Cells(1, place).Value = settings.Cells(2, 1).Value Then column = place
            Next place
            Said = texts.Cells(1 + number, column).Value
            Said = Replace(Replace(Said, "{1}", first), "{2}", second)
        End If
    Next sheet
End Function

' The cells that a name of a sheet stands for.
Private Function Named(sheet As Worksheet, wanted As String) As Range
    Dim entry As Name, place As String
    For Each entry In sheet.Names
        If LCase(Mid(entry.Name, InStrRev(entry.Name, "!") + 1)) = wanted Then
            place = Replace(entry.RefersTo, "$", "")
            place = Mid(place, InStrRev(place, "!") + 1)
            ' LibreOffice has a full stop there.
            place = Mid(place, InStrRev(place, ".") + 1)
            Set Named = sheet.Range(place)
            Exit Function
        End If
    Next entry
End Function

' The end of the names of the puzzle at the active cell, or of the first one on the sheet.
Private Function Chosen(sheet As Worksheet) As String
    Dim number As Long, last As String, grid As Range
    For number = 1 To 99
        last = IIf(number = 1, "", "_" & number)
        Set grid = Named(sheet, "xlnono_grid" & last)
        If grid Is Nothing Then Exit For
        If Holds(grid) Or Holds(Named(sheet, "xlnono_rows" & last)) _
            Or Holds(Named(sheet, "xlnono_columns" & last)) Then Chosen = last
    Next number
End Function

Private Function Holds(area As Range) As Boolean
    Dim down As Long, across As Long
    If area Is Nothing Then Exit Function
    down = ActiveCell.Row - area.Row
    across = ActiveCell.Column - area.Column
    Holds = down >= 0 And down < area.Rows.Count And across >= 0 And across < area.Columns.Count
End Function

Private Function Solved(sheet As Worksheet) As String
    Dim last As String, rows As Range, columns As Range, grid As Range
    Dim lineNumber As Long, unknown As Long
    last = Chosen(sheet)
    Set rows = Named(sheet, "xlnono_rows" & last)
    Set columns = Named(sheet, "xlnono_columns" & last)
    Set grid = Named(sheet, "xlnono_grid" & last)
    If rows Is Nothing Or columns Is Nothing Or grid Is Nothing Then
        Solved = Said(12, "", "")
        Exit Function
    End If
    height = grid.Rows.Count
    width = grid.Columns.Count
    Solved = ReadClues(rows, columns)
    If Solved <> "" Then Exit Function
    ReadMarks grid
    lineNumber = Settled()
    If lineNumber > height Then
        Solved = Said(6, CStr(lineNumber - height), "")
    ElseIf lineNumber > 0 Then
        Solved = Said(5, CStr(lineNumber), "")
    Else
        Application.EnableCancelKey = xlDisabled
        Store sheet, last, grid
        unknown = Painted(sheet, grid)
        Solved = IIf(unknown = 0, Said(1, "", ""), Said(2, CStr(unknown), ""))
        Solved = Trim(Solved & " " & Said(3, "", ""))
    End If
End Function

' Reads the clues; returns what is wrong with them.
Private Function ReadClues(rows As Range, columns As Range) As String
    Dim found As Variant, row As Long, column As Long, totals(1) As Long
    ReDim blocks(1 To height + width, 1 To height + width)
    ReDim counts(1 To height + width)
    typed = False
    found = Values(rows)
    For row = 1 To rows.Rows.Count
        For column = 1 To rows.Columns.Count
            If ReadClues = "" And Not IsEmpty(found(row, column)) Then
                ReadClues = ReadCell(found(row, column), row, rows.Cells(row, column))
            End If
        Next column
    Next row
    found = Values(columns)
    For row = 1 To columns.Rows.Count
        For column = 1 To columns.Columns.Count
            If ReadClues = "" And Not IsEmpty(found(row, column)) Then
                ReadClues = ReadCell(found(row, column), height + column, columns.Cells(row, column))
            End If
        Next column
    Next row
    If ReadClues <> "" Then Exit Function
    totals(0) = Total(1, height)
    totals(1) = Total(height + 1, height + width)
    If totals(0) <> totals(1) Then
        ReadClues = Said(4, CStr(totals(0)), CStr(totals(1)))
    ElseIf Not typed Then
        ReadClues = Said(7, "", "")
    End If
End Function

' The black cells of some lines.
Private Function Total(first As Long, last As Long) As Long
    Dim lineNumber As Long, block As Long
    For lineNumber = first To last
        For block = 1 To counts(lineNumber)
            Total = Total + blocks(lineNumber, block)
        Next block
    Next lineNumber
End Function

' The values of an area as a table, even if it is one cell.
Private Function Values(area As Range) As Variant
    Dim table(1 To 1, 1 To 1) As Variant
    If area.Cells.Count > 1 Then
        Values = area.Value
    Else
        table(1, 1) = area.Value
        Values = table
    End If
End Function

' Adds the blocks of a clue cell to its line; returns what is wrong with it.
Private Function ReadCell(value As Variant, lineNumber As Long, cell As Range) As String
    Dim part As Variant, text As String
    text = Plain(value)
    If text <> "" Then typed = True
    For Each part In Split(text, " ")
        If part Like "*[!0-9]*" Or Len(part) > 4 Or counts(lineNumber) = height + width Then
            ReadCell = Said(8, Replace(cell.Address, "$", ""), "")
            Exit Function
        ElseIf part <> "" Then
            If CLng(part) > 0 Then
                counts(lineNumber) = counts(lineNumber) + 1
                blocks(lineNumber, counts(lineNumber)) = CLng(part)
            End If
        End If
    Next part
End Function

' The text of a clue cell, its numbers parted by spaces. Anything else stays as it is.
Private Function Plain(value As Variant) As String
    Dim text As String, place As Long, code As Long, sign As String
    Plain = "?"
    Select Case VarType(value)
    Case vbError, vbDate, vbBoolean: Exit Function
    Case vbDouble, vbLong, vbInteger, vbCurrency
        If value < 0 Or value <> Int(value) Then Exit Function
    End Select
    text = Trim(CStr(value))
    Plain = ""
    For place = 1 To Len(text)
        sign = Mid(text, place, 1)
        code = AscW(sign)
        If code < 0 Then code = code + 65536
        Select Case code
        ' Digits as wide as Japanese letters.
        Case 65296 To 65305: sign = Chr(code - 65248)
        ' Numbers in circles. Each is one number, even without a separator.
        Case 9312 To 9331: sign = " " & (code - 9311) & " "
        ' Spaces and breaks.
        Case 9, 10, 13, 160, 12288: sign = " "
        ' Commas, slashes, middle dots, colons, semicolons, bars and plus signs.
        Case 43, 44, 47, 58, 59, 124: sign = " "
        Case 12289, 12539, 65291, 65292, 65295, 65306, 65307, 65372, 65380, 65381: sign = " "
        ' Brackets.
        Case 40, 41, 60, 62, 91, 93, 123, 125, 12296 To 12305, 12308, 12309: sign = " "
        Case 65288, 65289, 65308, 65310, 65339, 65341, 65371, 65373, 65378, 65379: sign = " "
        ' Hyphens, minus signs and the long vowel mark.
        Case 8208 To 8213, 8722, 12540, 65293, 65392: sign = "-"
        Case 65294: sign = "."
        End Select
        Plain = Plain & sign
    Next place
    ' A hyphen separates numbers, but one in front makes a number negative.
    If LTrim(Plain) Like "-*#*" Then
        Plain = "?"
    Else
        Plain = Trim(Replace(Replace(Plain, "-", " ") & " ", ".0 ", " "))
    End If
End Function

Private Sub ReadMarks(grid As Range)
    Dim row As Long, column As Long, filled As Boolean
    ReDim board(1 To height, 1 To width)
    held = Values(grid)
    filled = True
    If Not IsNull(grid.Interior.ColorIndex) Then filled = grid.Interior.ColorIndex <> xlNone
    For row = 1 To height
        For column = 1 To width
            If Not IsEmpty(held(row, column)) Then
                board(row, column) = Mark(held(row, column))
            ElseIf filled Then
                If IsDark(grid.Cells(row, column)) Then board(row, column) = 1
            End If
        Next column
    Next row
End Sub

' 1 or a square is black; 0, a cross or a dot is white.
Private Function Mark(value As Variant) As Long
    If IsError(value) Then Exit Function
    If Len(CStr(value)) <> 1 Then Exit Function
    Select Case AscW(CStr(value)) And 65535
    Case 35, 49, 65297, 9632, 9679: Mark = 1
    Case 45, 46, 48, 65296, 215, 120, 88, 10005, 12539, 183, 65381: Mark = -1
    End Select
End Function

Private Function IsDark(cell As Range) As Boolean
    Dim colour As Long
    If cell.Interior.ColorIndex = xlNone Then Exit Function
    colour = cell.Interior.Color
    IsDark = 299 * (colour Mod 256) + 587 * (colour \ 256 Mod 256) + 114 * (colour \ 65536) < 112000
End Function

' Settles all lines until nothing moves. Returns the number of a contradictory line, or 0.
Private Function Settled() As Long
    Dim lineNumber As Long, moved As Boolean
    ReDim waiting(1 To height + width)
    For lineNumber = 1 To height + width
        waiting(lineNumber) = True
    Next lineNumber
    Do
        moved = False
        For lineNumber = 1 To height + width
            If waiting(lineNumber) Then
                waiting(lineNumber) = False
                moved = True
                If Not SettleLine(lineNumber) Then
                    Settled = lineNumber
                    Exit Function
                End If
            End If
        Next lineNumber
    Loop While moved
End Function

' Settles the cells of a line on which all arrangements agree; returns whether there is any.
Private Function SettleLine(lineNumber As Long) As Boolean
    Dim cells() As Long, run() As Long, before() As Boolean, behind() As Boolean, black() As Long
    Dim least() As Long, most() As Long
    Dim size As Long, count As Long, block As Long, place As Long, k As Long
    Dim fits As Boolean, found As Long
    size = IIf(lineNumber > height, height, width)
    count = counts(lineNumber)
    ReDim cells(0 To size + 1)
    ' How many cells up to each one are in a row without a white one.
    ReDim run(0 To size)
    For place = 1 To size
        If lineNumber > height Then cells(place) = board(place, lineNumber - height) Else cells(place) = board(lineNumber, place)
        If cells(place) >= 0 Then run(place) = run(place - 1) + 1
    Next place
    ' The fewest cells that hold the first k blocks, and the most that leave room for the others.
    ReDim least(0 To count)
    ReDim most(0 To count)
    least(0) = -1
    most(count) = size
    For k = 1 To count
        least(k) = least(k - 1) + 1 + blocks(lineNumber, k)
    Next k
    For k = count To 1 Step -1
        most(k - 1) = most(k) - 1 - blocks(lineNumber, k)
    Next k
    ' Whether the first k blocks fit into the first cells, with a gap behind them if there is room.
    ReDim before(0 To count, -1 To size)
    ' Whether the others fit into the cells behind a cell.
    ReDim behind(0 To count, 0 To size + 1)
    before(0, -1) = True
    before(0, 0) = True
    behind(count, size) = True
    behind(count, size + 1) = True
    For k = 0 To count
        For place = IIf(k > 0, least(k), 1) To most(k)
            fits = False
            If cells(place) < 1 Then fits = before(k, place - 1)
            If k > 0 And Not fits Then
                block = blocks(lineNumber, k)
                If run(place) >= block Then fits = cells(place - block) < 1 And before(k - 1, place - block - 1)
            End If
            before(k, place) = fits
        Next place
    Next k
    If Not before(count, size) Then Exit Function
    For k = count To 0 Step -1
        For place = IIf(k < count, most(k) + 1, size - 1) To least(k) + 1 Step -1
            fits = False
            If cells(place + 1) < 1 Then fits = behind(k, place + 1)
            If k < count And Not fits Then
                block = place + blocks(lineNumber, k + 1)
                If block <= size Then
                    If run(block) >= block - place Then fits = cells(block + 1) < 1 And behind(k + 1, block + 1)
                End If
            End If
            behind(k, place) = fits
        Next place
    Next k
    ' How many more places of blocks start than end at each cell.
    ReDim black(0 To size + 1)
    For k = 1 To count
        block = blocks(lineNumber, k)
        For place = least(k) To most(k)
            If run(place) >= block And cells(place - block) < 1 And cells(place + 1) < 1 Then
                If before(k - 1, place - block - 1) And behind(k, place + 1) Then
                    black(place - block + 1) = black(place - block + 1) + 1
                    black(place + 1) = black(place + 1) - 1
                End If
            End If
        Next place
    Next k
    For place = 1 To size
        black(place) = black(place) + black(place - 1)
        If cells(place) = 0 Then
            found = IIf(black(place) = 0, -1, 1)
            If found = 1 Then
                For k = 0 To count
                    If before(k, place - 1) Then
                        If behind(k, place) Then found = 0: Exit For
                    End If
                Next k
            End If
            If found <> 0 Then
                If lineNumber > height Then board(place, lineNumber - height) = found Else board(lineNumber, place) = found
                waiting(IIf(lineNumber > height, place, height + place)) = True
            End If
        End If
    Next place
    SettleLine = True
End Function

' Paints what was found into the empty cells; returns how many cells are unknown.
Private Function Painted(sheet As Worksheet, grid As Range) As Long
    Dim row As Long, column As Long, first As Long, colour As Long
    Dim place As String, black As String, white As String
    Application.ScreenUpdating = False
    For row = 1 To height
        first = 0
        For column = 1 To width
            If board(row, column) = 0 Then Painted = Painted + 1
            If ToPaint(row, column) Then
                If first = 0 Then first = column
                colour = board(row, column)
                ' Neighbours of one colour are painted together.
                If Not Continues(row, column, colour) Then
                    place = grid.Cells(row, first).Address & ":" & grid.Cells(row, column).Address
                    place = Replace(place, "$", "")
                    If colour > 0 Then black = black & " " & place Else white = white & " " & place
                    first = 0
                End If
            End If
        Next column
    Next row
    Paint sheet, Mid(black, 2), "1", "2500134", "16777215", grid.Cells(1, 1)
    Paint sheet, Mid(white, 2), "0", "none", "8421504", grid.Cells(1, 1)
End Function

' Whether a cell is to be painted: it is settled, and nobody has written anything there.
Private Function ToPaint(row As Long, column As Long) As Boolean
    If board(row, column) <> 0 Then ToPaint = IsEmpty(held(row, column))
End Function

Private Function Continues(row As Long, column As Long, colour As Long) As Boolean
    If column = width Then Exit Function
    If board(row, column + 1) <> colour Then Exit Function
    Continues = ToPaint(row, column + 1)
End Function

Private Sub Paint(sheet As Worksheet, places As String, number As String, fill As String, font As String, cell As Range)
    Dim form As String
    If places = "" Then Exit Sub
    Ask "do", sheet, "value" & vbTab & places & vbTab & number
    If InStr(cell.NumberFormat, "[=1]") = 0 Then
        form = "[=1]"""";[=0]""" & ChrW(183) & """;General"
        Ask "do", sheet, "look" & vbTab & places & vbTab & fill & vbTab & font & vbTab & form & vbTab & "yes"
    ElseIf fill <> "none" Then
        ' A template has all but the fill.
        Ask "do", sheet, "fill" & vbTab & places & vbTab & fill
    End If
End Sub

' Stores the grid for Restore, as Python does. The clues stay as they are. If cells are inserted, one
' of the names moves with the grid, and the other one still tells where it was stored.
Private Sub Store(sheet As Worksheet, last As String, grid As Range)
    Dim title As String, number As Long, stored As Worksheet
    Set stored = Before(sheet, last)
    If stored Is Nothing Then
        number = 1
        Do
            title = IIf(number = 1, "", " " & number)
            title = Left(sheet.Name, 31 - Len(" before" & title)) & " before" & title
            number = number + 1
        Loop While Exists(title)
        Ask "do", ThisWorkbook.Worksheets(ThisWorkbook.Worksheets.Count), "add" & vbTab & "A1" & vbTab & title
        Set stored = ThisWorkbook.Worksheets(title)
        Ask "do", stored, "conceal" & vbTab & "A1"
        Ask "do", sheet, "show" & vbTab & "A1"
    End If
    ' LibreOffice takes a reference to another sheet as a range only.
    stored.Names.Add "xlnono_board", grid
    stored.Names.Add "xlnono_restored", stored.Range(grid.Address)
    sheet.Names.Add "xlnono_before" & last, stored.Range(grid.Address)
    Ask "do", sheet, "copy" & vbTab & Replace(grid.Address, "$", "") & vbTab & stored.Name
End Sub

Private Function Exists(title As String) As Boolean
    Dim place As Long
    For place = 1 To ThisWorkbook.Sheets.Count
        If LCase(ThisWorkbook.Sheets(place).Name) = LCase(title) Then Exists = True
    Next place
End Function

' The sheet with the stored board of a puzzle. It points back at the sheet that it belongs to.
Private Function Before(sheet As Worksheet, last As String) As Worksheet
    Dim other As Worksheet, entry As Name
    For Each entry In sheet.Names
        If LCase(Mid(entry.Name, InStrRev(entry.Name, "!") + 1)) = "xlnono_before" & last Then
            For Each other In ThisWorkbook.Worksheets
                If Belongs(entry.RefersTo, other) Then
                    If PointsAt(other, sheet) Then Set Before = other
                End If
            Next other
        End If
    Next entry
End Function

Private Function PointsAt(stored As Worksheet, sheet As Worksheet) As Boolean
    Dim entry As Name
    For Each entry In stored.Names
        If LCase(Mid(entry.Name, InStrRev(entry.Name, "!") + 1)) = "xlnono_board" Then
            PointsAt = Belongs(entry.RefersTo, sheet)
        End If
    Next entry
End Function

' Whether a reference is to cells of a sheet.
Private Function Belongs(reference As String, sheet As Worksheet) As Boolean
    Dim title As String
    title = Replace(Replace(Replace(reference, "=", ""), "$", ""), "''", "'")
    title = Left(title, IIf(InStr(title, "!") > 0, InStrRev(title, "!"), InStrRev(title, ".")) - 1)
    If Left(title, 1) = "'" Then title = Mid(title, 2, Len(title) - 2)
    Belongs = title = Replace(Replace(sheet.Name, "=", ""), "$", "")
End Function

Private Function TakenBack(sheet As Worksheet) As String
    Dim last As String, stored As Worksheet, grid As Range, areas As String
    last = Chosen(sheet)
    Set grid = Named(sheet, "xlnono_grid" & last)
    Set stored = Before(sheet, last)
    If Not stored Is Nothing Then
        If Not IsInPlace(sheet, last, stored, grid) Then Set stored = Nothing
    End If
    If stored Is Nothing Then
        TakenBack = Said(13, "", "")
        Exit Function
    End If
    areas = grid.Address
    If HasClues(stored, grid) Then
        areas = areas & " " & Named(sheet, "xlnono_rows" & last).Address
        areas = areas & " " & Named(sheet, "xlnono_columns" & last).Address
    End If
    Ask "do", stored, "copy" & vbTab & Replace(areas, "$", "") & vbTab & sheet.Name
    TakenBack = Said(11, "", "")
End Function

' Whether a board was stored from the cells where the grid is now.
Private Function IsInPlace(sheet As Worksheet, last As String, stored As Worksheet, grid As Range) As Boolean
    IsInPlace = Named(stored, "xlnono_board").Address = grid.Address _
        And Named(sheet, "xlnono_before" & last).Address = grid.Address
End Function

' Whether the clues are to come back, too, because Python changed them.
Private Function HasClues(stored As Worksheet, grid As Range) As Boolean
    Dim restored As Range
    Set restored = Named(stored, "xlnono_restored")
    If Not restored Is Nothing Then HasClues = restored.Address <> grid.Address
End Function
