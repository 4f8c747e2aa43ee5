"""`python -m xlnono`, for when the command `xlnono` is not on the path."""

from xlnono.cli import main

# A process started by `batch` loads this module, too, and must not run the command again.
if __name__ == "__main__":
    main()
