-- What a dry run says an import would do to the company: who would count as having left, and the monthly revenue.
alter table import_jobs
  add column effects jsonb,
  -- What a person has to answer before the import may be confirmed.
  add column questions jsonb not null default '[]';

-- Of each row of a dry run: how its customer stands before it (null: not there yet), and what it would leave.
alter table import_row_keys
  add column had_left boolean,
  add column churned boolean,
  add column ended_at timestamptz,
  add column subscription_status smallint,
  add column last_seen_at timestamptz,
  -- In the company's currency; null in another one.
  add column revenue_before_cents bigint,
  add column revenue_after_cents bigint;
