-- Keys with which a company's own programs call the API.

create table api_keys (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  name text not null check (length(name) between 1 and 100),
  -- First characters of the key's secret part, to tell keys apart.
  prefix text not null,
  token_hash bytea not null,
  scopes text[] not null,
  -- A key acts with the role that its maker has at that moment, and stops with them.
  created_by_user_id uuid not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (company_id, id),
  unique (company_id, token_hash),
  foreign key (company_id, created_by_user_id) references users (company_id, id) on delete cascade
);
select protect_tenant_table('api_keys');
