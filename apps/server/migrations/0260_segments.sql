-- Segments: named rules over customers, who is in them now, and who came in and went out.

create table segments (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 500),
  -- 0 Behavioral, 1 Demographic, 2 Geographic, 3 Psychographic, 4 AI-Generated.
  type smallint not null check (type between 0 and 4),
  -- 0 Draft, 1 Active, 2 Inactive. Members are kept of active ones only.
  status smallint not null check (status between 0 and 2),
  color text not null check (length(color) <= 20),
  -- The criteria as the wire has them, with their labels.
  criteria jsonb not null,
  -- When the rule or the status last changed, and as of when everybody was last held against it.
  rule_changed_at timestamptz not null,
  members_as_of timestamptz,
  -- Everybody is to be held against it again.
  needs_recount boolean not null default false,
  -- Whether time alone moves customers in and out.
  follows_time boolean not null default false,
  -- What the list shows of its members, as of counted_at; null before the first count. Money in minor units, of
  -- customers kept in the company's currency; rates are 0 to 1.
  customer_count bigint,
  scored_count bigint,
  average_churn_rate double precision,
  average_lifetime_value_cents double precision,
  average_revenue_cents double precision,
  at_risk_cents bigint,
  level_counts integer[],
  counted_at timestamptz,
  -- Raised by every change a person makes: who saves over somebody else's change is shown it first.
  version integer not null default 1,
  created_by_user_id uuid,
  created_by_api_key_id uuid,
  created_by text,
  updated_by_user_id uuid,
  updated_by_api_key_id uuid,
  updated_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index segments_by_name on segments (company_id, lower(name));
select protect_tenant_table('segments');

-- How many members a segment had at the end of a day, as its trend shows them.
create table segment_days (
  company_id uuid not null,
  segment_id uuid not null,
  day date not null,
  customer_count bigint not null,
  primary key (company_id, segment_id, day),
  foreign key (company_id, segment_id) references segments (company_id, id) on delete cascade
);
select protect_tenant_table('segment_days');

create table segment_members (
  company_id uuid not null,
  segment_id uuid not null,
  customer_id uuid not null,
  since timestamptz not null,
  primary key (company_id, segment_id, customer_id),
  foreign key (company_id, segment_id) references segments (company_id, id) on delete cascade,
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade
);
create index segment_members_by_customer on segment_members (company_id, customer_id, segment_id);
select protect_tenant_table('segment_members');

-- Who came in and went out, once a transition, written by the statement that changes the membership.
create table segment_changes (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  segment_id uuid not null,
  customer_id uuid not null,
  entered boolean not null,
  -- 'customer': it, or the time, changed; 'rule': somebody changed the rule, so nobody moved.
  cause text not null check (cause in ('customer', 'rule')),
  at timestamptz not null,
  -- The look at customers that found it: what hangs on coming and going reads the rows of one.
  look_id uuid not null,
  primary key (company_id, id),
  foreign key (company_id, segment_id) references segments (company_id, id) on delete cascade,
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade
);
create index segment_changes_by_segment on segment_changes (company_id, segment_id, at);
create index segment_changes_by_look on segment_changes (company_id, look_id, segment_id);
create index segment_changes_by_customer on segment_changes (company_id, customer_id);
select protect_tenant_table('segment_changes');

-- Customers whose memberships are to be looked at again: marked by the statement that changed them, whoever sent it, and
-- worked off in the order of their marks. Append-only, so that writers never wait for each other here.
create table segment_stale_customers (
  company_id uuid not null references companies (id) on delete cascade,
  id bigint not null generated always as identity,
  -- Null: everybody; a statement that changed thousands is not written down one by one.
  customer_id uuid,
  primary key (company_id, id)
);
select protect_tenant_table('segment_stale_customers');

-- Customers drawn at random, so that a rule over a million of them shows a count while it is being written.
create table segment_samples (
  company_id uuid not null,
  customer_id uuid not null,
  primary key (company_id, customer_id),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade
);
select protect_tenant_table('segment_samples');

-- As mark_ledger_changes (0200): one company's rows at a time, under its own walls. Only where somebody keeps segments.
create function mark_segment_customers() returns trigger language plpgsql as $$
declare
  before constant text := coalesce(current_setting('app.company_id', true), '');
  id_column constant text := case tg_table_name when 'customers' then 'id' else 'customer_id' end;
  company uuid;
  changed bigint;
begin
  for company in select distinct r.company_id from changed_rows r join companies c on c.id = r.company_id
  loop
    perform set_config('app.company_id', company::text, true);
    if exists (select from segments s where s.company_id = company and s.status = 1) then
      select count(*) into changed from (select from changed_rows r where r.company_id = company limit 2001) counted;
      if changed > 2000 then
        insert into segment_stale_customers (company_id, customer_id) values (company, null);
      else
        execute format('insert into segment_stale_customers (company_id, customer_id)
          select distinct r.company_id, r.%I from changed_rows r where r.company_id = $1', id_column) using company;
      end if;
    end if;
  end loop;
  perform set_config('app.company_id', before, true);
  return null;
end $$;

create trigger customers_inserted_for_segments after insert on customers referencing new table as changed_rows
  for each statement execute function mark_segment_customers();
create trigger customers_updated_for_segments after update on customers referencing new table as changed_rows
  for each statement execute function mark_segment_customers();
create trigger customers_deleted_for_segments after delete on customers referencing old table as changed_rows
  for each statement execute function mark_segment_customers();
-- The ledger marks here every customer whose rows changed.
create trigger ledger_marked_for_segments after insert on ledger_stale_customers referencing new table as changed_rows
  for each statement execute function mark_segment_customers();

grant maintain on segment_members, segment_samples to forestay_app;
