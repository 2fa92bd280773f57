-- Uploaded files are removed once an import can no longer be undone; the history keeps the row.
alter table import_jobs add column file_removed_at timestamptz;
