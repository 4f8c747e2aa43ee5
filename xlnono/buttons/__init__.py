"""What the buttons of a workbook do, in whichever program it is open."""
