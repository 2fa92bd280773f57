-- What somebody said of a customer on the list of those who need attention first. Kept with the score it was said about:
-- 'done' and 'not_a_risk' are what scores are judged and models taught by.
create table attention_marks (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  kind text not null check (kind in ('done', 'snoozed', 'not_a_risk')),
  -- Off the list until then; one who is not a risk also only as long as the level is no higher than it was.
  hidden_until timestamptz not null,
  -- The next step that was taken.
  step_code text check (length(step_code) <= 60),
  note text check (length(note) <= 2000),
  probability double precision not null,
  score smallint not null,
  level smallint not null,
  analysis_id uuid,
  marked_at timestamptz not null,
  marked_by_user_id uuid,
  marked_by_api_key_id uuid,
  marked_by text not null,
  primary key (company_id, id),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade
);
create index attention_marks_by_customer on attention_marks (company_id, customer_id, marked_at);
create index attention_marks_in_force on attention_marks (company_id, hidden_until);
select protect_tenant_table('attention_marks');
