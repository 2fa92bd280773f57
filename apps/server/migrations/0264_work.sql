-- The daily work with customers: notes, tasks, risk cases.

create table notes (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  body text not null check (length(body) between 1 and 5000),
  -- The people it speaks to: "@Ana Duarte" in the text.
  mentioned_user_ids uuid[] not null default '{}',
  created_by_user_id uuid,
  created_by_api_key_id uuid,
  created_by text not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  -- Its line on the customer's timeline.
  timeline_entry_id uuid not null,
  primary key (company_id, id),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade
);
create index notes_by_customer on notes (company_id, customer_id, created_at desc, id desc);
select protect_tenant_table('notes');

create table tasks (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  title text not null check (length(title) between 1 and 200),
  -- Whose it is; null: nobody's yet.
  assignee_user_id uuid,
  due_on date,
  -- Days before due_on on whose morning its person is reminded; null: not at all.
  remind_days_before smallint check (remind_days_before between 0 and 30),
  -- That morning in the company's zone, and when it was told.
  remind_at timestamptz,
  reminded_at timestamptz,
  done_at timestamptz,
  done_by_user_id uuid,
  done_by_api_key_id uuid,
  done_by text,
  created_by_user_id uuid,
  created_by_api_key_id uuid,
  created_by text not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade,
  foreign key (company_id, assignee_user_id) references users (company_id, id) on delete set null (assignee_user_id)
);
create index tasks_by_customer on tasks (company_id, customer_id, created_at);
create index tasks_by_assignee on tasks (company_id, assignee_user_id, due_on);
create index tasks_to_remind on tasks (company_id, remind_at) where reminded_at is null and done_at is null;
select protect_tenant_table('tasks');

create table risk_cases (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  -- 0 At risk, 1 Plan, 2 Saving, 3 Recovered, 4 Lost.
  stage smallint not null check (stage between 0 and 4),
  reason text not null,
  -- What is being done about it, in the words of whoever does it; and in the end what came of it.
  plan text not null default '' check (length(plan) <= 2000),
  outcome_note text not null default '' check (length(outcome_note) <= 2000),
  owner_user_id uuid,
  -- What was at stake when it began, as it was then: a year of revenue in minor units, and the score.
  value_cents bigint,
  currency text not null,
  score smallint,
  opened_at timestamptz not null,
  closed_at timestamptz,
  -- Of a lost one: the day the customer left, or will.
  left_on date,
  -- Whether that day was written to the customer, who did not have one: reopening takes back only that.
  wrote_leaving boolean not null default false,
  -- Raised by every change: who saves over somebody else's is shown it first.
  version integer not null default 1,
  opened_by_user_id uuid,
  opened_by_api_key_id uuid,
  opened_by text not null,
  updated_by_user_id uuid,
  updated_by_api_key_id uuid,
  updated_by text not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade,
  foreign key (company_id, owner_user_id) references users (company_id, id) on delete set null (owner_user_id),
  check ((stage >= 3) = (closed_at is not null)),
  check ((stage = 4) = (left_on is not null))
);
-- One at a time.
create unique index risk_cases_open on risk_cases (company_id, customer_id) where closed_at is null;
create index risk_cases_by_customer on risk_cases (company_id, customer_id, opened_at desc);
create index risk_cases_closed on risk_cases (company_id, closed_at) where closed_at is not null;
select protect_tenant_table('risk_cases');

-- How long a case was in which stage.
create table risk_case_stages (
  company_id uuid not null,
  case_id uuid not null,
  entered_at timestamptz not null,
  stage smallint not null check (stage between 0 and 4),
  -- Two moves of one moment are told apart.
  id uuid not null default uuidv7(),
  primary key (company_id, case_id, id),
  foreign key (company_id, case_id) references risk_cases (company_id, id) on delete cascade
);
select protect_tenant_table('risk_case_stages');

-- Rules ask for customers with an open case (0260).
create trigger cases_opened_for_segments after insert on risk_cases referencing new table as changed_rows
  for each statement execute function mark_segment_customers();
create trigger cases_changed_for_segments after update on risk_cases referencing new table as changed_rows
  for each statement execute function mark_segment_customers();
create trigger cases_removed_for_segments after delete on risk_cases referencing old table as changed_rows
  for each statement execute function mark_segment_customers();
