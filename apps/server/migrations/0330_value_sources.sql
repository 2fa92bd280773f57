-- Who said what of customers: a file, a person, a program, a connected system, the ledger; one row an hour at most. Values of a
-- customer name the row that they came from by its id: short, because many values do, and drawn, so that rows that are taken along to another
-- installation stay what they are.
create table customer_tellers (
  company_id uuid not null references companies (id) on delete cascade,
  id text collate "C" not null default left(replace(gen_random_uuid()::text, '-', ''), 12),
  source text not null check (source in ('import', 'person', 'key', 'system', 'ledger', 'tracking', 'merge', 'sample')),
  -- Which import, which system.
  reference text not null default '' check (length(reference) <= 200),
  -- The name of a file.
  label text not null default '' check (length(label) <= 500),
  told_by_user_id uuid,
  told_by_api_key_id uuid,
  told_by text,
  -- To the hour.
  told_at timestamptz not null,
  primary key (company_id, id)
);
create unique index customer_tellers_once on customer_tellers
  (company_id, source, reference, label, told_at, told_by_user_id, told_by_api_key_id) nulls not distinct;
select protect_tenant_table('customer_tellers');

-- Who made the customer, and with it all values that nobody has changed since. Null: an import of before (created_import_id), or not known.
alter table customers add column created_teller text collate "C" default nullif(nullif(current_setting('app.teller', true), ''), 'as_stored');
-- Values changed since, each with who changed it: {"plan": "3f9a…", "attributes.seats": "77c0…"}; "?": not known. Null: none.
alter table customers add column value_sources jsonb;

-- Whoever writes customers says who tells (app.teller of the transaction): here it is kept with each value that changes. On
-- the table, so that no way of writing can forget it; a write of scores names none of these columns and costs nothing.
-- 'as_stored': the statement brings the marks itself (an import taken back).
create function mark_value_sources() returns trigger language plpgsql as $$
declare
  said text := coalesce(current_setting('app.teller', true), '');
  teller text;
  marks jsonb;
begin
  if said = 'as_stored' then
    return new;
  end if;
  teller := coalesce(nullif(said, ''), '?');
  select coalesce(jsonb_object_agg(field, teller) filter (where is_changed), '{}') into marks from (values
    ('external_id', new.external_id is distinct from old.external_id),
    ('email', new.email is distinct from old.email),
    ('full_name', new.full_name is distinct from old.full_name),
    ('lifetime_value_cents', new.lifetime_value_cents is distinct from old.lifetime_value_cents),
    ('monthly_revenue_cents', new.monthly_revenue_cents is distinct from old.monthly_revenue_cents),
    ('plan', new.plan is distinct from old.plan),
    ('subscription_status', new.subscription_status is distinct from old.subscription_status),
    ('payment_status', new.payment_status is distinct from old.payment_status),
    ('started_at', new.started_at is distinct from old.started_at),
    ('ended_at', new.ended_at is distinct from old.ended_at),
    ('last_activity_at', new.last_activity_at is distinct from old.last_activity_at),
    ('last_login_at', new.last_login_at is distinct from old.last_login_at),
    ('churned_at', (new.churned, new.churned_at) is distinct from (old.churned, old.churned_at))
  ) as fields (field, is_changed);
  if new.attributes is distinct from old.attributes then
    marks := marks || coalesce((
      select jsonb_object_agg('attributes.' || key, teller) from jsonb_each(new.attributes)
      where value is distinct from old.attributes -> key), '{}');
  end if;
  if marks <> '{}' then
    new.value_sources := coalesce(new.value_sources, '{}') || marks;
  end if;
  return new;
end $$;

create trigger customers_mark_value_sources
  before update of external_id, email, full_name, lifetime_value_cents, monthly_revenue_cents, plan, subscription_status,
    payment_status, started_at, ended_at, last_activity_at, last_login_at, churned, churned_at, attributes
  on customers for each row when (
    (old.external_id, old.email, old.full_name, old.lifetime_value_cents, old.monthly_revenue_cents, old.plan,
      old.subscription_status, old.payment_status, old.started_at, old.ended_at, old.last_activity_at, old.last_login_at,
      old.churned, old.churned_at, old.attributes)
    is distinct from
    (new.external_id, new.email, new.full_name, new.lifetime_value_cents, new.monthly_revenue_cents, new.plan,
      new.subscription_status, new.payment_status, new.started_at, new.ended_at, new.last_activity_at, new.last_login_at,
      new.churned, new.churned_at, new.attributes))
  execute function mark_value_sources();
