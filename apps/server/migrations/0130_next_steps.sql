-- A company's own next steps; a company without a row has the product's.
create table recommendation_lists (
  company_id uuid primary key references companies (id) on delete cascade,
  -- [{ code, title, detail, keywords, enabled }], in the order they are tried.
  steps jsonb not null,
  updated_at timestamptz not null default now()
);
select protect_tenant_table('recommendation_lists');

-- Which next steps were really taken: what their effect can be measured from.
create table next_steps_done (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  -- Code of the step and its title as it was then.
  code text not null check (code ~ '^[a-z0-9_]{1,60}$'),
  title text not null check (length(title) between 1 and 120),
  done_at timestamptz not null,
  done_by_user_id uuid not null,
  done_by text not null,
  -- The entry on the customer's timeline.
  event_id uuid not null,
  primary key (company_id, id),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade
);
create index next_steps_done_by_customer on next_steps_done (company_id, customer_id, done_at);
create index next_steps_done_by_code on next_steps_done (company_id, code, done_at);
select protect_tenant_table('next_steps_done');
