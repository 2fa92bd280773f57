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

insert into churn_model_drift_reports (company_id, version, measured_at, rows, score_psi, feature_psi)
select company_id, version, (drift ->> 'measuredAt')::timestamptz, (drift ->> 'rows')::integer,
  (drift -> 'score' ->> 'psi')::double precision,
  coalesce((select jsonb_object_agg(one ->> 'feature', one -> 'psi') from jsonb_array_elements(drift -> 'features') one), '{}')
from churn_models where drift is not null and drift <> 'null';
