-- What became of the scores of a company with many of them: working it out reads its whole history of scores, so it is kept and
-- read. A company with few has no row: there it is worked out when somebody asks.
create table track_records (
  company_id uuid primary key references companies (id) on delete cascade,
  kept_at timestamptz not null,
  -- When customers were last scored, as far as it stands here.
  last_scored_at timestamptz,
  -- Rows of track_record_scores; fewer are left once somebody is erased.
  customers integer not null,
  -- How often scores matured, and how often they had when the sums were begun: what matured meanwhile is not in them.
  maturings integer not null default 0,
  kept_maturings integer not null,
  -- Counts and sums alone: nobody is named here.
  sums jsonb not null
);
select protect_tenant_table('track_records');

-- The newest score of each customer whose outcome is known, of those given last.
create table track_record_scores (
  company_id uuid not null,
  customer_id uuid not null,
  scored_at timestamptz not null,
  score smallint not null,
  level smallint not null check (level between 0 and 3),
  probability double precision not null,
  left_within boolean not null,
  -- Of leavers that nobody was warned of: the first ones, by their lifetime value.
  missed_rank smallint,
  primary key (company_id, customer_id),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade
);
create index track_record_scores_newest on track_record_scores (company_id, scored_at, customer_id, level, left_within);
create index track_record_scores_missed on track_record_scores (company_id, missed_rank) where missed_rank is not null;
select protect_tenant_table('track_record_scores');
