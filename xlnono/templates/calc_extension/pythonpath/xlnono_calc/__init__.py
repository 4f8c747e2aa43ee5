"""What LibreOffice runs of xlnono: it starts Python and serves it the document that is open.

This runs in the Python of LibreOffice, which can be as old as 3.8 and has nothing installed.
"""
