-- A file with the headings of an earlier one is read as that one was. Files from before this are not found.
alter table import_jobs
  -- sha256 of the headings, whatever their order.
  add column headings_sha256 text,
  -- { fileName, usedAt, suggestion }: the import whose mapping was taken over, and what would have been suggested.
  add column earlier jsonb;
create index import_jobs_by_headings on import_jobs (company_id, headings_sha256, started_at)
  where headings_sha256 is not null;
