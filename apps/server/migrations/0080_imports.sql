-- Imports: the job row (state, mapping, resume point, counts), its row errors, and what undoing it needs. A file may
-- hold dated rows: each becomes the customer's snapshot of its date, and the newest one the customer.

create table import_jobs (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  file_name text not null check (length(file_name) between 1 and 500),
  file_key text not null,
  file_size_bytes bigint not null,
  file_sha256 text not null,
  -- Uploaded files are removed once an import can no longer be undone; the history keeps the row.
  file_removed_at timestamptz,
  format text not null check (format in ('csv', 'tsv', 'jsonl', 'xlsx')),
  encoding text not null,
  delimiter text,
  -- How the reader reads it: packages/tabular TableFormat.
  table_format jsonb not null,
  -- 0 Pending, 1 Validating, 2 Processing, 3 Completed, 4 Failed, 5 Cancelled.
  status smallint not null default 0 check (status between 0 and 5),
  step text not null default 'mapping' check (step in ('mapping', 'validating', 'confirm', 'processing', 'done')),
  auto_confirm boolean not null default false,
  -- What was seen in each column, and the suggestion; then the mapping a person saved.
  columns jsonb not null,
  mapping jsonb,
  -- Raised with every saved mapping: a dry run of an older mapping stops by itself.
  mapping_version integer not null default 0,
  -- Rows of the file dealt with in this step and where the reader goes on: written in the rows' own transaction.
  processed_rows bigint not null default 0,
  resume_point jsonb,
  total_rows bigint,
  dry_run jsonb,
  created_count bigint not null default 0,
  updated_count bigint not null default 0,
  skipped_count bigint not null default 0,
  error_count bigint not null default 0,
  snapshots_added bigint not null default 0,
  snapshots_changed bigint not null default 0,
  -- Newest date of a dated file: up to then it says something. Null: as of its upload.
  data_until date,
  error_groups jsonb not null default '[]',
  notices jsonb not null default '[]',
  failure text,
  created_by_user_id uuid,
  created_by text not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  completed_at timestamptz,
  undo_started_at timestamptz,
  undone_at timestamptz,
  -- Resume point of undoing: customers up to this id are restored.
  undo_position uuid,
  primary key (company_id, id)
);
create index import_jobs_newest on import_jobs (company_id, created_at, id);
select protect_tenant_table('import_jobs');

-- Every bad row of the latest pass over the file, with its cells: the error file is written from here.
create table import_errors (
  company_id uuid not null,
  import_id uuid not null,
  -- Line of the file the row starts on.
  row_number bigint not null,
  -- [{ column, code, expected, found }]
  problems jsonb not null,
  -- The row's cells as they stood in the file.
  cells jsonb not null,
  primary key (company_id, import_id, row_number),
  foreign key (company_id, import_id) references import_jobs (company_id, id) on delete cascade
);
select protect_tenant_table('import_errors');

-- The dry run's view of which row has which key; only rows that a later row replaces are kept after it.
create unlogged table import_row_keys (
  company_id uuid not null,
  import_id uuid not null,
  row_number bigint not null,
  key_hash bigint not null,
  -- What writing the row would do: create, update, unchanged, ambiguous.
  outcome text not null,
  -- Of dated rows, null otherwise: the date, how the customer stood then (0 there, 1 gone, 2 there with a known end),
  -- and what writing its snapshot would do: added, changed, same.
  snapshot_on date,
  leaving smallint,
  snapshot_outcome text,
  primary key (company_id, import_id, row_number)
);
select protect_tenant_table('import_row_keys');

-- Rows of the file that a later row with the same key replaces (the last one counts).
create table import_superseded_rows (
  company_id uuid not null,
  import_id uuid not null,
  row_number bigint not null,
  -- Of dated rows: a later row has the same customer and the same date, so that this one is no snapshot either.
  is_repeated boolean not null default true,
  primary key (company_id, import_id, row_number),
  foreign key (company_id, import_id) references import_jobs (company_id, id) on delete cascade
);
select protect_tenant_table('import_superseded_rows');

-- A changed customer as it was before this import's first write to it. Created ones are known by created_import_id.
create table import_undo (
  company_id uuid not null,
  import_id uuid not null,
  customer_id uuid not null,
  previous jsonb not null,
  primary key (company_id, import_id, customer_id),
  foreign key (company_id, import_id) references import_jobs (company_id, id) on delete cascade
);
select protect_tenant_table('import_undo');

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
