-- What happens after a payment failed, as a company decided it; every version that was ever in use stays.
create table recovery_policies (
  company_id uuid not null references companies (id) on delete cascade,
  version integer not null check (version > 0),
  document jsonb not null,
  state text not null check (state in ('draft', 'in_use', 'past')),
  used_from timestamptz,
  used_until timestamptz,
  saved_by_user_id uuid,
  saved_by_api_key_id uuid,
  saved_by text not null,
  saved_at timestamptz not null,
  primary key (company_id, version),
  check ((state = 'draft') = (used_from is null)),
  check ((state = 'past') = (used_until is not null))
);
create unique index recovery_policies_one_draft on recovery_policies (company_id) where state = 'draft';
create unique index recovery_policies_one_in_use on recovery_policies (company_id) where state = 'in_use';
select protect_tenant_table('recovery_policies');
