-- The life of models: what became of every score, why a version is or is not in use, drift against its training data,
-- and the company's own next steps.

-- Each score's outcome once its horizon has passed: null = not matured yet, or nobody can know.
alter table customer_score_history
  add column horizon_days integer not null default 90 check (horizon_days between 1 and 730),
  add column left_within boolean,
  add column matured_at timestamptz;
update customer_score_history h set horizon_days = a.horizon_days
  from churn_analyses a where a.company_id = h.company_id and a.id = h.analysis_id;
create index customer_score_history_by_day on customer_score_history (company_id, scored_at, customer_id);

alter table churn_models
  -- Why it was taken into use, or was not, in words, with the comparison behind it.
  add column decision jsonb,
  add column activated_at timestamptz,
  -- How the model's columns and its score were spread in training; null: stored before drift was measured.
  add column drift_baseline jsonb,
  -- The latest drift report.
  add column drift jsonb;

-- 'person': started on a screen; 'nightly': scores of the day; 'retraining': on schedule or on drift.
alter table churn_analyses
  add column trigger text not null default 'person' check (trigger in ('person', 'nightly', 'retraining'));

-- A company's own next steps; a company without a row has the product's.
create table recommendation_lists (
  company_id uuid primary key references companies (id) on delete cascade,
  -- [{ code, title, detail, keywords, enabled }], in the order they are tried.
  steps jsonb not null,
  updated_at timestamptz not null default now()
);
select protect_tenant_table('recommendation_lists');
