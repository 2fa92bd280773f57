-- What a connected system has of late, held against what is here: once a day, so that what no news told of is found.
create table integration_reconciles (
  company_id uuid not null,
  provider text not null,
  at timestamptz not null,
  -- Records that were looked at; those that are not here; those that say something else here.
  looked integer not null,
  missing integer not null,
  differing integer not null,
  -- Some of both, to look at: [{"object": "invoices", "label": "INV-7", "kind": "missing"}].
  examples jsonb not null,
  -- When a difference was last found.
  differed_at timestamptz,
  primary key (company_id, provider),
  foreign key (company_id, provider) references integrations (company_id, provider) on delete cascade
);
select protect_tenant_table('integration_reconciles');

-- When the credential was given, which is not when the system was first connected.
alter table integrations add column credential_at timestamptz;
