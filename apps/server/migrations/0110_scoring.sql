-- A company's scoring settings, and the history of every customer's scores with what became of them.

-- Horizon, risk bands and what counts as having left. A company without a row has the defaults: 90 days, 10 / 30 / 60
-- percent.
create table scoring_settings (
  company_id uuid primary key references companies (id) on delete cascade,
  horizon_days integer not null default 90 check (horizon_days between 7 and 730),
  -- Lowest score (0-100) of Medium, High and Critical.
  medium_from smallint not null default 10 check (medium_from between 1 and 100),
  high_from smallint not null default 30,
  critical_from smallint not null default 60 check (critical_from <= 100),
  -- 'model': cut from the base rate when the first model was trained; 'edited' bands are never touched again.
  bands_source text not null default 'default' check (bands_source in ('default', 'model', 'edited')),
  churn_definition text not null default 'cancelled'
    check (churn_definition in ('cancelled', 'inactive', 'cancelled_or_inactive')),
  inactive_days integer not null default 60 check (inactive_days between 7 and 365),
  -- The share of customers that really leaves within the horizon, where a company's labelled file is not a fair sample.
  true_leaving_share double precision check (true_leaving_share > 0 and true_leaving_share < 1),
  updated_at timestamptz not null default now(),
  check (medium_from < high_from and high_from < critical_from)
);
select protect_tenant_table('scoring_settings');

create table customer_score_history (
  company_id uuid not null,
  customer_id uuid not null,
  scored_at timestamptz not null,
  analysis_id uuid not null,
  probability double precision not null,
  score smallint not null,
  level smallint not null,
  -- Null for rules.
  model_version text,
  horizon_days integer not null default 90 check (horizon_days between 1 and 730),
  -- What counted as having left: a company may change its mind, and what was promised is judged by what was meant.
  churn_definition text not null default 'cancelled'
    check (churn_definition in ('cancelled', 'inactive', 'cancelled_or_inactive')),
  inactive_days smallint not null default 60,
  -- The outcome once the horizon has passed: null = not matured yet, or nobody can know.
  left_within boolean,
  matured_at timestamptz,
  -- Which factors moved the score by five points or more against the one before it. Kept here because results with
  -- their factors are not: those of nightly scorings are forgotten after two weeks.
  -- [{ feature, label, before, after, points }], largest first; the points add up to the change of the score.
  -- Null: a smaller change, the first score, or one of the two without factors.
  moved_by jsonb,
  -- Codes of the next steps the score recommended: whom a measured effect compares with, kept here for the same
  -- reason. Null: none were recommended.
  recommended_steps text[],
  primary key (company_id, customer_id, scored_at),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade
);
create index customer_score_history_by_day on customer_score_history (company_id, scored_at, customer_id);
select protect_tenant_table('customer_score_history');
