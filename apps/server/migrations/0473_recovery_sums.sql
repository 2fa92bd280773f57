-- Sums of failed payments: what Recovery shows of a month is read from them, and not from each payment.

alter table recovery_cases
  -- Messages about it that were written down, by schedule or by hand; and tries of ours that reached its provider.
  add column messages integer not null default 0 check (messages >= 0),
  add column own_tries integer not null default 0 check (own_tries >= 0),
  -- The first of its customer and currency that was drawn: the one by which messages are judged.
  add column is_judged boolean not null default false;

-- By how much sums changed. Appended by the statement that changes payments, in its transaction, so that two writers never wait
-- for each other; what was appended is drawn together from time to time, which changes no sum. Days are UTC's: a month of a
-- company's zone is whole days of these, and the payments of the two days at its ends.
create table recovery_sums (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  -- 'all': whatever the day. 'parts': by what was declined and what came of it. 'days': by days until it was paid.
  -- 'arms': judged ones, by whether they are written to later.
  kind text not null check (kind in ('all', 'parts', 'days', 'arms')),
  currency text not null,
  -- Of the first failure.
  day date,
  status text,
  decline_class text,
  decline_reason text,
  credit text,
  -- From the day of the failure to the day of the payment.
  paid_after integer,
  arm text,
  cases bigint not null,
  -- Paid in full; of arms within the days of the control.
  in_full bigint not null,
  amount_minor bigint not null,
  recovered_minor bigint not null,
  messages bigint not null,
  own_tries bigint not null,
  is_drawn_together boolean not null default false,
  primary key (company_id, id)
);
create index recovery_sums_by_day on recovery_sums (company_id, kind, currency, day);
create index recovery_sums_appended on recovery_sums (company_id) where not is_drawn_together;
select protect_tenant_table('recovery_sums');

-- What one payment adds to the sums: the only place that says it. Ten days are those of the control (contracts: CONTROL_DAYS).
create function sums_of_recovery_case(one recovery_cases)
returns table (kind text, currency text, day date, status text, decline_class text, decline_reason text, credit text,
  paid_after integer, arm text, in_full integer, amount_minor bigint, recovered_minor bigint, messages integer, own_tries integer)
language sql stable as $$
  select k.kind, one.currency, case when k.kind <> 'all' then f.day end,
    case when k.kind in ('all', 'parts') then one.status end,
    case when k.kind = 'parts' then one.decline_class end,
    case when k.kind = 'parts' then one.decline_reason end,
    case when k.kind = 'parts' then one.credit end,
    case when k.kind = 'days' then (one.recovered_at at time zone 'UTC')::date - f.day end,
    case when k.kind = 'arms' then one.arm end,
    (one.status = 'recovered' and (k.kind <> 'arms' or f.in_time))::int,
    one.amount_minor,
    case when k.kind <> 'arms' or f.in_time then one.recovered_minor else 0 end,
    one.messages, one.own_tries
  from (values ('all'), ('parts'), ('days'), ('arms')) k (kind)
    cross join lateral (select (one.first_failed_at at time zone 'UTC')::date as day,
      coalesce(one.recovered_at < one.first_failed_at + interval '10 days', false) as in_time) f
  where k.kind <> 'arms' or one.is_judged
$$;

-- One company's rows at a time, under its own walls, as the marks are (0380). What was not counted has not changed, and adds nothing.
create function sum_recovery_cases() returns trigger language plpgsql as $$
declare
  before constant text := coalesce(current_setting('app.company_id', true), '');
  changed_rows text;
  company uuid;
begin
  changed_rows := case tg_op
    when 'INSERT' then 'select 1 as sign, row(r.*)::recovery_cases as one, r.company_id from after_rows r'
    when 'DELETE' then 'select -1 as sign, row(r.*)::recovery_cases as one, r.company_id from before_rows r'
    else 'select -1 as sign, row(r.*)::recovery_cases as one, r.company_id from before_rows r
      union all select 1, row(r.*)::recovery_cases, r.company_id from after_rows r' end;
  for company in execute format(
    'select distinct r.company_id from (%s) r join companies c on c.id = r.company_id', changed_rows)
  loop
    perform set_config('app.company_id', company::text, true);
    execute format(
      'insert into recovery_sums (company_id, kind, currency, day, status, decline_class, decline_reason, credit, paid_after, arm,
         cases, in_full, amount_minor, recovered_minor, messages, own_tries)
       select $1, s.kind, s.currency, s.day, s.status, s.decline_class, s.decline_reason, s.credit, s.paid_after, s.arm,
         sum(r.sign), sum(r.sign * s.in_full), sum(r.sign * s.amount_minor), sum(r.sign * s.recovered_minor),
         sum(r.sign * s.messages), sum(r.sign * s.own_tries)
       from (%s) r cross join lateral sums_of_recovery_case(r.one) s
       where r.company_id = $1
       group by s.kind, s.currency, s.day, s.status, s.decline_class, s.decline_reason, s.credit, s.paid_after, s.arm
       having sum(r.sign) <> 0 or sum(r.sign * s.in_full) <> 0 or sum(r.sign * s.amount_minor) <> 0
         or sum(r.sign * s.recovered_minor) <> 0 or sum(r.sign * s.messages) <> 0 or sum(r.sign * s.own_tries) <> 0',
      changed_rows) using company;
  end loop;
  perform set_config('app.company_id', before, true);
  return null;
end $$;

-- What was there before.
alter table recovery_cases no force row level security;
alter table recovery_deeds no force row level security;
alter table recovery_tries no force row level security;
alter table recovery_sums no force row level security;
update recovery_cases c set messages = d.n
  from (select company_id, case_id, count(*) as n from recovery_deeds where kind in ('message', 'link_sent') group by 1, 2) d
  where d.company_id = c.company_id and d.case_id = c.id;
update recovery_cases c set own_tries = t.n
  from (select company_id, source, invoice_source_id, count(*) as n from recovery_tries where state <> 'not_tried' group by 1, 2, 3) t
  where t.company_id = c.company_id and t.source = c.source and t.invoice_source_id = c.invoice_source_id;
update recovery_cases c set is_judged = true
  from (select distinct on (company_id, customer_id, currency) company_id, id from recovery_cases where arm is not null
    order by company_id, customer_id, currency, first_failed_at, id) j
  where j.company_id = c.company_id and j.id = c.id;
insert into recovery_sums (company_id, kind, currency, day, status, decline_class, decline_reason, credit, paid_after, arm,
    cases, in_full, amount_minor, recovered_minor, messages, own_tries, is_drawn_together)
  select c.company_id, s.kind, s.currency, s.day, s.status, s.decline_class, s.decline_reason, s.credit, s.paid_after, s.arm,
    count(*), sum(s.in_full), sum(s.amount_minor), sum(s.recovered_minor), sum(s.messages), sum(s.own_tries), true
  from recovery_cases c cross join lateral sums_of_recovery_case(c) s
  group by c.company_id, s.kind, s.currency, s.day, s.status, s.decline_class, s.decline_reason, s.credit, s.paid_after, s.arm;
alter table recovery_cases force row level security;
alter table recovery_deeds force row level security;
alter table recovery_tries force row level security;
alter table recovery_sums force row level security;

create trigger recovery_cases_inserted_for_sums after insert on recovery_cases referencing new table as after_rows
  for each statement execute function sum_recovery_cases();
create trigger recovery_cases_deleted_for_sums after delete on recovery_cases referencing old table as before_rows
  for each statement execute function sum_recovery_cases();
create trigger recovery_cases_updated_for_sums after update on recovery_cases
  referencing old table as before_rows new table as after_rows
  for each statement execute function sum_recovery_cases();
