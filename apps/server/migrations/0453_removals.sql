-- What came from a system that was disconnected, and is being deleted or was.
create table integration_removals (
  company_id uuid not null references companies (id) on delete cascade,
  provider text not null check (length(provider) between 1 and 40),
  account_name text not null check (length(account_name) <= 200),
  asked_by_user_id uuid,
  asked_by_api_key_id uuid,
  asked_by text not null check (length(asked_by) <= 200),
  started_at timestamptz not null,
  -- Customers that went, and those that stay since something else knows them.
  deleted bigint not null default 0,
  kept bigint not null default 0,
  -- Null: it goes on.
  ended_at timestamptz,
  primary key (company_id, provider)
);
select protect_tenant_table('integration_removals');
