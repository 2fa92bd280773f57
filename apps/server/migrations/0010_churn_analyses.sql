-- Churn analyses: a company's scoring settings, its stored models, each analysis with its scored customers, and the
-- history of scores.

-- Horizon and risk bands (decision 3). A company without a row has the defaults: 90 days, 10 / 30 / 60 percent.
create table scoring_settings (
  company_id uuid primary key references companies (id) on delete cascade,
  horizon_days integer not null default 90 check (horizon_days between 7 and 730),
  -- Lowest score (0-100) of Medium, High and Critical.
  medium_from smallint not null default 10 check (medium_from between 1 and 100),
  high_from smallint not null default 30,
  critical_from smallint not null default 60 check (critical_from <= 100),
  -- 'model': cut from the base rate when the first model was trained; 'edited' bands are never touched again.
  bands_source text not null default 'default' check (bands_source in ('default', 'model', 'edited')),
  updated_at timestamptz not null default now(),
  check (medium_from < high_from and high_from < critical_from)
);
select protect_tenant_table('scoring_settings');

create table churn_analyses (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  -- The import numbers (decision 8): 0 Pending, 1 Validating, 2 Processing, 3 Completed, 4 Failed, 5 Cancelled.
  status smallint not null default 0 check (status between 0 and 5),
  stage text not null default 'queued'
    check (stage in ('queued', 'reading', 'screening', 'training', 'measuring', 'scoring', 'writing', 'done')),
  progress real check (progress between 0 and 1),
  scope text not null check (length(scope) <= 200),
  -- { customerIds } or { filter, exceptIds }; null = every active customer.
  selection jsonb,
  include_recommendations boolean not null,
  include_risk_factors boolean not null,
  requested_model_version text,
  model_version text,
  source text check (source in ('model', 'rules')),
  source_reason text,
  horizon_days integer not null,
  customers_analyzed bigint not null default 0,
  need_attention bigint not null default 0,
  -- Everything else a finished analysis says about itself: AnalysisSummaryDocument in modules/analytics.
  summary jsonb,
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

create table churn_models (
  company_id uuid not null references companies (id) on delete cascade,
  version text not null check (length(version) between 1 and 60),
  number integer not null,
  trained_at timestamptz not null,
  analysis_id uuid,
  training_source text not null check (training_source in ('label_column', 'history', 'both')),
  -- What the model predicts from and how it is read: feature plan of modules/analytics/features.
  feature_plan jsonb not null,
  -- As text, not jsonb: the document carries a checksum of its own bytes.
  document text not null,
  quality jsonb not null,
  drivers jsonb not null,
  rows integer not null,
  outcomes integer not null,
  base_rate double precision not null,
  auc double precision,
  horizon_days integer not null,
  -- Data window, seed, fingerprint, engine version.
  card jsonb not null,
  is_current boolean not null default false,
  primary key (company_id, version),
  unique (company_id, number)
);
create unique index churn_models_one_current on churn_models (company_id) where is_current;
select protect_tenant_table('churn_models');

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
create index churn_analysis_results_by_value on churn_analysis_results
  (company_id, analysis_id, value_at_risk_cents, customer_id, level);
-- For the foreign key when a customer is erased.
create index churn_analysis_results_by_customer on churn_analysis_results (company_id, customer_id);
select protect_tenant_table('churn_analysis_results');

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
  primary key (company_id, customer_id, scored_at),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade
);
select protect_tenant_table('customer_score_history');
