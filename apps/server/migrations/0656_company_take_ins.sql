-- The last export that was brought into a company: one at a time, worked by a job, and what became of it.
create table company_take_ins (
  company_id uuid primary key references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  -- Where the zip lies until it is in, or given up.
  file_key text,
  file_name text not null check (length(file_name) <= 500),
  status text not null check (status in ('waiting', 'running', 'done', 'failed')),
  -- Of the zip's rows by their size, 0 to 1.
  share real not null default 0,
  -- Once it is in: [{ table, rows }].
  taken jsonb,
  failure text,
  started_by_user_id uuid,
  started_by_api_key_id uuid,
  started_by text not null,
  started_at timestamptz not null,
  ended_at timestamptz
);
select protect_tenant_table('company_take_ins');
