-- Locks: none
INSERT INTO session_settings
VALUES ('migration', current_setting('app.worker', true), current_setting('synchronous_commit'));
