"""Health: errors of the driver, reasons for held clocks, alarms."""
