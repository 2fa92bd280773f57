-- What people who know a customer say of its score: right, too high or too low, and why. One of a person for each score.
create table score_feedback (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  verdict text not null check (verdict in ('right', 'too_high', 'too_low')),
  because text not null default '' check (length(because) <= 1000),
  -- The score that was judged.
  score smallint not null,
  scored_at timestamptz not null,
  said_by_user_id uuid,
  said_by_api_key_id uuid,
  said_by text not null,
  said_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade
);
create unique index score_feedback_once on score_feedback (company_id, customer_id, scored_at, said_by_user_id, said_by_api_key_id)
  nulls not distinct;
select protect_tenant_table('score_feedback');
