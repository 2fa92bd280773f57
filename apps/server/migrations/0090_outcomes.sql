-- The company's own history: once a month what is known of each customer is kept as a snapshot of that day.
-- One row per company: the last pass over its customers, and how far it has come.
create table history_captures (
  company_id uuid primary key references companies (id) on delete cascade,
  -- The day that the snapshots stand for.
  taken_on date not null,
  -- Customers up to this id have theirs; null once the pass is complete.
  after_id uuid,
  completed_at timestamptz
);
select protect_tenant_table('history_captures');
