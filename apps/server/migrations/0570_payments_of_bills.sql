-- What was paid back of a payment, in the currency's smallest unit: of a bill that several payments are of it is their sum.
alter table integration_references add column refunded_minor bigint not null default 0 check (refunded_minor >= 0);
create index integration_references_refunds on integration_references (company_id, provider, target_id) where refunded_minor > 0;

-- A bill of one payment says how much of it was paid back. Of several it is told with the next change of each.
alter table integration_references no force row level security;
alter table invoices no force row level security;
update integration_references r set refunded_minor = i.refunded_minor
from invoices i
where i.company_id = r.company_id and i.source = r.provider and i.source_id = r.target_id and i.refunded_minor > 0
  and not exists (select from integration_references o
    where o.company_id = r.company_id and o.provider = r.provider and o.target_id = r.target_id and o.source_id <> r.source_id);
alter table invoices force row level security;
alter table integration_references force row level security;

-- Records that name another one by a reference that was not told yet: read again once it is.
create table integration_awaited (
  company_id uuid not null,
  provider text not null,
  reference text collate "C" not null check (length(reference) <= 500),
  object text not null check (length(object) <= 40),
  source_id text collate "C" not null check (length(source_id) <= 500),
  primary key (company_id, provider, reference, object, source_id),
  foreign key (company_id, provider) references integrations (company_id, provider) on delete cascade
);
select protect_tenant_table('integration_awaited');
