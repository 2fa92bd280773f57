-- Imports of dated rows: each row becomes the customer's snapshot of its date, and the newest one the customer.

-- The import that brought the snapshot; null: captured, or of the sample data.
alter table customer_snapshots add column import_id uuid;

-- Newest date of a dated file: up to then it says something. Null: as of its upload.
alter table import_jobs add column data_until date;
alter table import_jobs add column snapshots_added bigint not null default 0;
alter table import_jobs add column snapshots_changed bigint not null default 0;

-- Of dated rows, null otherwise: the date, how the customer stood then (0 there, 1 gone, 2 there with a known end),
-- and what writing its snapshot would do: added, changed, same.
alter table import_row_keys add column snapshot_on date, add column leaving smallint, add column snapshot_outcome text;
-- Of dated rows: a later row has the same customer and the same date, so that this one is no snapshot either.
alter table import_superseded_rows add column is_repeated boolean not null default true;

-- A snapshot as it was before this import replaced it.
create table import_undo_snapshots (
  company_id uuid not null,
  import_id uuid not null,
  customer_id uuid not null,
  taken_on date not null,
  features jsonb not null,
  previous_import_id uuid,
  primary key (company_id, import_id, customer_id, taken_on),
  foreign key (company_id, import_id) references import_jobs (company_id, id) on delete cascade
);
select protect_tenant_table('import_undo_snapshots');
