-- One thing done with many customers at once: a job that goes on where it stopped, and can be taken back.

create table bulk_actions (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  -- As the wire has it: { kind: tag | untag | assign, ... }.
  action jsonb not null,
  -- What it does, in words of its moment: "Tag as 'Logistics'".
  words text not null check (length(words) <= 500),
  -- Who was chosen, until the rows below say it.
  selection jsonb not null,
  status text not null check (status in ('waiting', 'running', 'done', 'failed', 'undoing', 'undone')),
  -- Null until the customers are written down.
  total integer,
  -- Customers it has come by, in the order of their positions; those before it are as they were to become.
  done integer not null default 0,
  -- Of them, those for whom it changed anything.
  changed integer not null default 0,
  failure text,
  created_by_user_id uuid,
  created_by_api_key_id uuid,
  created_by text not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (company_id, id)
);
create index bulk_actions_newest on bulk_actions (company_id, created_at desc);
select protect_tenant_table('bulk_actions');

create table bulk_action_rows (
  company_id uuid not null,
  action_id uuid not null,
  position integer not null,
  customer_id uuid not null,
  changed boolean not null default false,
  -- Of an assignment: whose the customer was.
  owner_before uuid,
  primary key (company_id, action_id, position),
  foreign key (company_id, action_id) references bulk_actions (company_id, id) on delete cascade,
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade
);
create index bulk_action_rows_by_customer on bulk_action_rows (company_id, customer_id);
select protect_tenant_table('bulk_action_rows');
