-- Churn analyses, each with its scored customers.

create table churn_analyses (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  -- As of an import: 0 Pending, 1 Validating, 2 Processing, 3 Completed, 4 Failed, 5 Cancelled.
  status smallint not null default 0 check (status between 0 and 5),
  stage text not null default 'queued'
    check (stage in ('queued', 'reading', 'screening', 'training', 'measuring', 'scoring', 'writing', 'done')),
  progress real check (progress between 0 and 1),
  scope text not null check (length(scope) <= 200),
  -- 'person': started on a screen; 'nightly': scores of the day; 'retraining': on schedule or on drift.
  trigger text not null default 'person' check (trigger in ('person', 'nightly', 'retraining')),
  -- { customerIds } or { filter, exceptIds }; null = every active customer.
  selection jsonb,
  include_recommendations boolean not null,
  include_risk_factors boolean not null,
  requested_model_version text,
  model_version text,
  source text check (source in ('model', 'rules')),
  source_reason text,
  horizon_days integer not null,
  -- What counted as having left: a company may change its mind, and what was promised is judged by what was meant.
  churn_definition text not null default 'cancelled'
    check (churn_definition in ('cancelled', 'inactive', 'cancelled_or_inactive')),
  inactive_days smallint not null default 60,
  customers_analyzed bigint not null default 0,
  need_attention bigint not null default 0,
  -- Everything else a finished analysis says about itself: AnalysisSummaryDocument.
  summary jsonb,
  -- When the results of a scheduled analysis, customer by customer, were removed. Its quality and totals stay, and a
  -- page that shows none of its customers can say why.
  results_removed_at timestamptz,
  failure text,
  created_by_user_id uuid,
  created_by text not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  completed_at timestamptz,
  primary key (company_id, id)
);
create index churn_analyses_newest on churn_analyses (company_id, created_at, id);
select protect_tenant_table('churn_analyses');

create table churn_analysis_results (
  company_id uuid not null,
  analysis_id uuid not null,
  customer_id uuid not null,
  probability double precision not null check (probability between 0 and 1),
  score smallint not null check (score between 0 and 100),
  level smallint not null check (level between 0 and 3),
  probability_range real,
  -- [{ feature, label, evidence, points }], largest first; base rate + all points = the probability in percent.
  factors jsonb not null,
  recommendations jsonb not null,
  -- Probability x 12 months of revenue, or lifetime value where no revenue is known; minor units.
  value_at_risk_cents bigint,
  primary key (company_id, analysis_id, customer_id),
  foreign key (company_id, analysis_id) references churn_analyses (company_id, id) on delete cascade,
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade
);
create index churn_analysis_results_by_score on churn_analysis_results
  (company_id, analysis_id, probability, customer_id, level);
-- 'Highest value at risk first, unknown last' reads this index from its start.
create index churn_analysis_results_by_value on churn_analysis_results
  (company_id, analysis_id, value_at_risk_cents desc nulls last, customer_id desc, level);
-- For the foreign key when a customer is erased.
create index churn_analysis_results_by_customer on churn_analysis_results (company_id, customer_id);
select protect_tenant_table('churn_analysis_results');
