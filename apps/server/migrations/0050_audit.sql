-- The audit log: of every company, and of the platform itself.

-- Who changed what, when and from where. Append-only: the app's role may neither change nor delete an entry.
create table audit_entries (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  occurred_at timestamptz not null default clock_timestamp(),
  -- No foreign keys: an entry outlives the person, the key and the thing.
  actor_user_id uuid,
  actor text not null,
  via text not null check (via in ('screen', 'api_key', 'job')),
  api_key_id uuid,
  action text not null check (length(action) between 3 and 60),
  target_id uuid,
  target text check (length(target) <= 500),
  ip_address text,
  -- Only the fields that changed.
  before jsonb,
  after jsonb,
  primary key (company_id, id)
);
create index audit_entries_newest on audit_entries (company_id, occurred_at, id);
create index audit_entries_actor on audit_entries (company_id, actor_user_id, occurred_at);
create index audit_entries_target on audit_entries (company_id, target_id, occurred_at);
select protect_tenant_table('audit_entries');
revoke update, delete on audit_entries from forestay_app;

-- The same for what concerns no company: platform staff who belong to none, and companies that are gone.
create table platform_audit_entries (
  id uuid primary key default uuidv7(),
  occurred_at timestamptz not null default clock_timestamp(),
  actor_user_id uuid,
  actor text not null,
  via text not null check (via in ('screen', 'api_key', 'job')),
  action text not null check (length(action) between 3 and 60),
  target_id uuid,
  target text check (length(target) <= 500),
  ip_address text,
  before jsonb,
  after jsonb
);
create index platform_audit_entries_target on platform_audit_entries (target_id, occurred_at);
create index platform_audit_entries_actor on platform_audit_entries (actor_user_id, occurred_at);
select open_system_table('platform_audit_entries');
revoke update, delete on platform_audit_entries from forestay_app;

-- Append-only, and yet a person can be erased: ids, actions and field names stay, personal values go, also where the
-- person's address stands in entries about other things (their invitation, for one). As the owner, because the app
-- itself may not touch an entry; row-level security holds for the owner too (FORCE).
create function erase_person_from_audit(person uuid, email text) returns void language sql security definer
set search_path = public, pg_temp as $$
  update audit_entries e set
    actor = case when actor_user_id = person then 'Deleted person' else actor end,
    ip_address = case when actor_user_id = person then null else ip_address end,
    target = case when target_id = person or position(email in lower(target)) > 0 then 'Deleted person' else target end,
    before = case when target_id = person or position(email in lower(before::text)) > 0
      then (select jsonb_object_agg(key, 'null'::jsonb) from jsonb_object_keys(before) key) else before end,
    after = case when target_id = person or position(email in lower(after::text)) > 0
      then (select jsonb_object_agg(key, 'null'::jsonb) from jsonb_object_keys(after) key) else after end
  where actor_user_id = person or target_id = person or position(email in lower(target)) > 0
    or position(email in lower(before::text)) > 0 or position(email in lower(after::text)) > 0;
  update platform_audit_entries set
    actor = case when actor_user_id = person then 'Deleted person' else actor end,
    ip_address = case when actor_user_id = person then null else ip_address end,
    target = case when target_id = person or position(email in lower(target)) > 0 then 'Deleted person' else target end,
    before = case when target_id = person or position(email in lower(before::text)) > 0
      then (select jsonb_object_agg(key, 'null'::jsonb) from jsonb_object_keys(before) key) else before end,
    after = case when target_id = person or position(email in lower(after::text)) > 0
      then (select jsonb_object_agg(key, 'null'::jsonb) from jsonb_object_keys(after) key) else after end
  where actor_user_id = person or target_id = person or position(email in lower(target)) > 0
    or position(email in lower(before::text)) > 0 or position(email in lower(after::text)) > 0;
$$;
revoke execute on function erase_person_from_audit(uuid, text) from public;
grant execute on function erase_person_from_audit(uuid, text) to forestay_app;
