-- A company's stored models: what each learned, how good it is, how far the data have drifted from it, and what the
-- company says about single columns.

create table churn_models (
  company_id uuid not null references companies (id) on delete cascade,
  version text not null check (length(version) between 1 and 60),
  number integer not null,
  trained_at timestamptz not null,
  analysis_id uuid,
  training_source text not null check (training_source in ('label_column', 'history', 'both')),
  -- What the model predicts from and how it is read: the feature plan.
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
  -- What counted as having left: a company may change its mind, and what was promised is judged by what was meant.
  churn_definition text not null default 'cancelled'
    check (churn_definition in ('cancelled', 'inactive', 'cancelled_or_inactive')),
  inactive_days smallint not null default 60,
  -- Data window, seed, fingerprint, engine version.
  card jsonb not null,
  is_current boolean not null default false,
  -- Why it was taken into use, or was not, in words, with the comparison behind it.
  decision jsonb,
  activated_at timestamptz,
  -- How the model's columns and its score were spread in training.
  drift_baseline jsonb,
  -- The latest drift report.
  drift jsonb,
  -- What models that had not seen a row said of it, for every row the version learned from: what its challengers are
  -- compared with. Twelve bytes a row: a hash of the row's id and a logit. Hashes do not compress: trying costs time
  -- with every write.
  held_out bytea storage external,
  primary key (company_id, version),
  unique (company_id, number)
);
create unique index churn_models_one_current on churn_models (company_id) where is_current;
select protect_tenant_table('churn_models');

-- Every drift report of a model, in short, so that its way there can be seen: the card kept only the latest.
create table churn_model_drift_reports (
  company_id uuid not null,
  version text not null,
  measured_at timestamptz not null,
  -- Customers looked at.
  rows integer not null,
  -- Population stability index of the score, and per feature: { feature: psi }.
  score_psi double precision not null,
  feature_psi jsonb not null,
  primary key (company_id, version, measured_at),
  foreign key (company_id, version) references churn_models (company_id, version) on delete cascade
);
select protect_tenant_table('churn_model_drift_reports');

-- What a company says about a field that may give the answer away: to be learned from all the same, or left out.
create table churn_column_choices (
  company_id uuid not null references companies (id) on delete cascade,
  field text not null check (length(field) between 1 and 300),
  label text not null check (length(label) between 1 and 500),
  choice text not null check (choice in ('keep', 'leave_out')),
  chosen_at timestamptz not null,
  chosen_by text not null,
  primary key (company_id, field)
);
select protect_tenant_table('churn_column_choices');
