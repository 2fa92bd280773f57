-- What counted as having left when a model was trained, an analysis was run and a score was given: a company may change
-- its mind, and what was promised is judged by what was meant. Everything before this was about the end of a
-- subscription, whatever a company's settings said: analyses did not read them.

alter table churn_models
  add column churn_definition text not null default 'cancelled'
    check (churn_definition in ('cancelled', 'inactive', 'cancelled_or_inactive')),
  add column inactive_days smallint not null default 60;

alter table churn_analyses
  add column churn_definition text not null default 'cancelled'
    check (churn_definition in ('cancelled', 'inactive', 'cancelled_or_inactive')),
  add column inactive_days smallint not null default 60;

alter table customer_score_history
  add column churn_definition text not null default 'cancelled'
    check (churn_definition in ('cancelled', 'inactive', 'cancelled_or_inactive')),
  add column inactive_days smallint not null default 60;
