-- Connections that a person allowed on the other system's own page.

-- Null: it was allowed there, and integration_tokens open it.
alter table integrations alter column credential drop not null;
alter table integrations alter column credential_hint drop not null;

-- What opens the account now, and what brings the next of it. Of its own: whoever renews it holds this row, and nobody waits
-- for that who looks at the connection.
create table integration_tokens (
  company_id uuid not null,
  provider text not null,
  -- Both, sealed; bound to company and system.
  tokens bytea not null,
  -- From when on the next one is asked for; null: this one does not end by itself.
  refresh_at timestamptz,
  -- Where the account is asked, as the other system says; null: where all are.
  account_base text check (length(account_base) <= 500),
  scopes text[] not null,
  primary key (company_id, provider),
  foreign key (company_id, provider) references integrations (company_id, provider) on delete cascade
);
select protect_tenant_table('integration_tokens');

-- People who were sent to another system and are awaited back. Deleted when they come.
create table oauth_states (
  company_id uuid not null references companies (id) on delete cascade,
  state_hash bytea not null,
  provider text not null,
  user_id uuid not null,
  session_id uuid not null,
  -- As it was told there, letter for letter.
  redirect_uri text not null,
  -- What proves there that whoever comes back is who went (PKCE), sealed; null: that system does not ask for it.
  verifier bytea,
  is_sandbox boolean not null,
  expires_at timestamptz not null,
  primary key (company_id, state_hash)
);
select protect_tenant_table('oauth_states');

-- Whose an account there is: asked by whoever connects it, and by its news, before the company is known.
create table integration_accounts (
  provider text not null,
  account_id text not null,
  company_id uuid not null,
  -- Test accounts and sandboxes may be several companies'.
  is_shared boolean not null,
  primary key (provider, account_id, company_id),
  foreign key (company_id, provider) references integrations (company_id, provider) on delete cascade
);
create unique index integration_accounts_exclusive on integration_accounts (provider, account_id) where not is_shared;
create unique index integration_accounts_by_company on integration_accounts (company_id, provider);
select open_system_table('integration_accounts');
-- What is connected today; the owner of a table sees its rows only without FORCE.
alter table integrations no force row level security;
insert into integration_accounts (provider, account_id, company_id, is_shared)
  select provider, account_id, company_id, true from integrations;
alter table integrations force row level security;
