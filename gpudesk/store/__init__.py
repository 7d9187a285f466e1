"""SQLite itself: connections, migrations, the undo log, bulk rows in and out, the lock. The only importer of sqlite3 and sqlite_utils."""
