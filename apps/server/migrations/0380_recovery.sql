-- Failed payments and what becomes of them: one case for each bill of which a payment failed.

create table recovery_cases (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  -- The bill, by what its source calls it; and its row in the ledger, which an import that is taken back and comes again
  -- makes anew.
  source text collate "C" not null,
  invoice_source_id text collate "C" not null,
  invoice_id uuid not null,
  plan text,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- What failed the first time, in minor units, and when.
  amount_minor bigint not null check (amount_minor >= 0),
  first_failed_at timestamptz not null,
  due_at timestamptz,
  -- Of the last failed try, as its source gave it; and what it means by the table of the time it was read.
  decline_code text,
  decline_class text not null check (decline_class in ('soft', 'act', 'technical', 'never')),
  decline_reason text not null,
  tries smallint not null check (tries > 0),
  last_tried_at timestamptz not null,
  status text not null check (status in ('open', 'in_recovery', 'recovered', 'lost', 'cancelled', 'manual')),
  closed_at timestamptz,
  -- What came in within the window and was not given back.
  recovered_minor bigint not null default 0 check (recovered_minor >= 0),
  recovered_at timestamptz,
  reversed_minor bigint not null default 0 check (reversed_minor >= 0),
  -- What brought it.
  credit text check (credit in ('silent', 'retry', 'link', 'other')),
  -- What was done about it from here.
  first_message_at timestamptz,
  link_opened_at timestamptz,
  paused_at timestamptz,
  marked_as text check (marked_as in ('paid', 'written_off')),
  marked_at timestamptz,
  marked_note text not null default '' check (length(marked_note) <= 500),
  marked_by_user_id uuid,
  marked_by_api_key_id uuid,
  marked_by text,
  updated_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, source, invoice_source_id),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade,
  check ((closed_at is null) = (status in ('open', 'in_recovery'))),
  check ((marked_as is null) = (marked_at is null)),
  check ((marked_as is null) = (marked_by is null))
);
create index recovery_cases_by_customer on recovery_cases (company_id, customer_id);
create index recovery_cases_by_failure on recovery_cases (company_id, currency, first_failed_at, id);
create index recovery_cases_open on recovery_cases (company_id, first_failed_at, id) where closed_at is null;
select protect_tenant_table('recovery_cases');

-- Customers of whose failed payments the ledger said something new. Written by the statement that changes the ledger, in its
-- transaction, as the marks of rollups are (0200); append-only.
create table recovery_marks (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  primary key (company_id, id)
);
select protect_tenant_table('recovery_marks');

-- Only what concerns a failed payment leaves a mark: a try that failed, a bill or a subscription of a customer who has one. One
-- company's rows at a time, under its own walls.
create function mark_recovery() returns trigger language plpgsql as $$
declare
  before constant text := coalesce(current_setting('app.company_id', true), '');
  changed_rows text;
  company uuid;
begin
  changed_rows := case tg_op when 'INSERT' then 'after_rows' when 'DELETE' then 'before_rows'
    else '(select * from before_rows union all select * from after_rows)' end;
  for company in execute format(
    'select distinct r.company_id from %s r join companies c on c.id = r.company_id', changed_rows)
  loop
    perform set_config('app.company_id', company::text, true);
    execute format(case tg_table_name
      when 'payment_attempts' then
        'insert into recovery_marks (company_id, customer_id)
         select distinct r.company_id, r.customer_id from %s r where r.company_id = $1 and (not r.succeeded or exists (
           select from recovery_cases c where c.company_id = r.company_id and c.customer_id = r.customer_id))'
      when 'invoices' then
        'insert into recovery_marks (company_id, customer_id)
         select distinct r.company_id, r.customer_id from %s r where r.company_id = $1 and exists (
           select from payment_attempts p where p.company_id = r.company_id and p.source = r.source
             and p.invoice_source_id = r.source_id and not p.succeeded)'
      else
        'insert into recovery_marks (company_id, customer_id)
         select distinct r.company_id, r.customer_id from %s r where r.company_id = $1 and exists (
           select from recovery_cases c where c.company_id = r.company_id and c.customer_id = r.customer_id)'
      end, changed_rows) using company;
  end loop;
  perform set_config('app.company_id', before, true);
  return null;
end $$;

do $$
declare
  ledger_table text;
begin
  foreach ledger_table in array array['subscriptions', 'invoices', 'payment_attempts'] loop
    execute format('create trigger %I after insert on %I referencing new table as after_rows'
      ' for each statement execute function mark_recovery()', ledger_table || '_inserted_for_recovery', ledger_table);
    execute format('create trigger %I after delete on %I referencing old table as before_rows'
      ' for each statement execute function mark_recovery()', ledger_table || '_deleted_for_recovery', ledger_table);
    execute format('create trigger %I after update on %I referencing old table as before_rows new table as after_rows'
      ' for each statement execute function mark_recovery()', ledger_table || '_updated_for_recovery', ledger_table);
  end loop;
end $$;

-- What failed before there were cases.
alter table payment_attempts no force row level security;
alter table recovery_marks no force row level security;
insert into recovery_marks (company_id, customer_id)
  select distinct company_id, customer_id from payment_attempts where not succeeded;
alter table payment_attempts force row level security;
alter table recovery_marks force row level security;
