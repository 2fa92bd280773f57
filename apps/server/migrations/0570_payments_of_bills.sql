-- What was paid back of a payment, in the currency's smallest unit: of a bill that several payments are of it is their sum.
alter table integration_references add column refunded_minor bigint not null default 0 check (refunded_minor >= 0);
create index integration_references_refunds on integration_references (company_id, provider, target_id) where refunded_minor > 0;

-- A bill of one payment says how much of it was paid back. Of several it is told by the payments themselves: each is read anew.
alter table integration_references no force row level security;
alter table invoices no force row level security;
alter table payment_attempts no force row level security;
alter table integration_inbox no force row level security;
update integration_references r set refunded_minor = i.refunded_minor
from invoices i
where i.company_id = r.company_id and i.source = r.provider and i.source_id = r.target_id and i.refunded_minor > 0
  and not exists (select from integration_references o
    where o.company_id = r.company_id and o.provider = r.provider and o.target_id = r.target_id and o.source_id <> r.source_id);
insert into integration_inbox (company_id, provider, event_id, object, source_id, occurred_at, received_at)
select p.company_id, p.source, left('refunds:' || p.source_id, 500), 'charges', p.source_id, now(), now()
from payment_attempts p
join invoices i on i.company_id = p.company_id and i.source = p.source and i.source_id = p.invoice_source_id
where i.refunded_minor > 0 and p.succeeded
  and (select count(*) from integration_references r
    where r.company_id = p.company_id and r.provider = p.source and r.target_id = p.invoice_source_id) > 1
on conflict do nothing;
alter table payment_attempts force row level security;
alter table integration_inbox force row level security;
alter table invoices force row level security;
alter table integration_references force row level security;

-- Records that name another one by a reference that was not told yet: read again once it is.
create table integration_awaited (
  company_id uuid not null,
  provider text not null,
  reference text collate "C" not null check (length(reference) <= 500),
  object text not null check (length(object) <= 40),
  source_id text collate "C" not null check (length(source_id) <= 500),
  created_at timestamptz not null,
  primary key (company_id, provider, reference, object, source_id),
  foreign key (company_id, provider) references integrations (company_id, provider) on delete cascade
);
select protect_tenant_table('integration_awaited');

-- A deal names all its companies, however many.
alter table integration_references drop constraint integration_references_target_id_check;
