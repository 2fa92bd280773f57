-- Scores that are written into connected systems.
alter table integrations add column writes_scores boolean not null default false;

-- How it goes with one system.
create table score_write_backs (
  company_id uuid not null,
  provider text not null,
  -- What a person has to do first, in words; null: nothing.
  problem text check (length(problem) <= 1000),
  -- That is to let us write.
  needs_access boolean not null default false,
  -- When all scores were last looked through to the end.
  written_at timestamptz,
  primary key (company_id, provider),
  foreign key (company_id, provider) references integrations (company_id, provider) on delete cascade
);
select protect_tenant_table('score_write_backs');

-- What stands in each record there, by its id there: only what differs from it is written again.
create table written_scores (
  company_id uuid not null,
  provider text not null,
  source_id text collate "C" not null check (length(source_id) <= 500),
  customer_id uuid not null,
  score smallint,
  level text,
  since date,
  -- When it was last written; null: it never was.
  written_at timestamptz,
  -- Why it could not be; null: it was.
  failure text check (length(failure) <= 500),
  tried_at timestamptz not null,
  primary key (company_id, provider, source_id),
  foreign key (company_id, provider) references score_write_backs (company_id, provider) on delete cascade,
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade
);
create index written_scores_failed on written_scores (company_id, provider, tried_at desc) where failure is not null;
create index written_scores_by_customer on written_scores (company_id, customer_id);
select protect_tenant_table('written_scores');
