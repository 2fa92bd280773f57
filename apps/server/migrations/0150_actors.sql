-- Who did it, kept the same way on every row: the person's id (of an API key: whoever made it), the key's id, and the
-- name as of the deed. An entry outlives person and key: no foreign keys.

alter table import_jobs add column created_by_api_key_id uuid;
alter table churn_analyses add column created_by_api_key_id uuid;
alter table next_steps_done add column done_by_api_key_id uuid;
-- A job may do it one day.
alter table next_steps_done alter column done_by_user_id drop not null;
alter table churn_column_choices add column chosen_by_user_id uuid, add column chosen_by_api_key_id uuid;
alter table invitations add column invited_by_api_key_id uuid;
alter table invitations drop constraint invitations_company_id_invited_by_user_id_fkey;
-- Of what staff did with a customer; the name stood in the detail before, where a deleted person's stayed.
alter table customer_events add column done_by_user_id uuid, add column done_by_api_key_id uuid,
  add column done_by text;
create index customer_events_by_actor on customer_events (company_id, done_by_user_id)
  where done_by_user_id is not null;

-- What the audit log knows of deeds done before. Row-level security holds for the owner too: it is off for a moment, in
-- this transaction alone.
do $$
declare
  tables constant text[] := array['audit_entries', 'import_jobs', 'churn_analyses', 'next_steps_done',
    'churn_column_choices', 'customer_events'];
  tenant_table text;
begin
  foreach tenant_table in array tables loop
    execute format('alter table %I no force row level security', tenant_table);
  end loop;

  update import_jobs j set created_by_api_key_id = e.api_key_id, created_by = e.actor
  from audit_entries e
  where e.company_id = j.company_id and e.target_id = j.id and e.action = 'import.uploaded' and e.via = 'api_key';

  update churn_analyses a set created_by_api_key_id = e.api_key_id, created_by = e.actor
  from audit_entries e
  where e.company_id = a.company_id and e.target_id = a.id and e.action = 'analysis.started' and e.via = 'api_key';
  -- The sample's first analysis was a job's as every other that nobody asked for.
  update churn_analyses set created_by = 'Forestay' where created_by_user_id is null and created_by = 'Sample data';

  -- The same step is marked at most once in twelve hours.
  update next_steps_done d set done_by_api_key_id = e.api_key_id, done_by = e.actor
  from audit_entries e
  where e.company_id = d.company_id and e.target_id = d.customer_id and e.action = 'next_step.done'
    and e.via = 'api_key' and e.after ->> 'step' = d.title and e.actor_user_id = d.done_by_user_id
    and e.occurred_at between d.done_at - interval '1 hour' and d.done_at + interval '1 hour';

  update churn_column_choices c
  set chosen_by_user_id = e.actor_user_id, chosen_by_api_key_id = e.api_key_id, chosen_by = e.actor
  from (
    select distinct on (company_id, target) company_id, target, actor_user_id, api_key_id, actor
    from audit_entries where action = 'model.column_chosen' order by company_id, target, occurred_at desc, id desc
  ) e
  where e.company_id = c.company_id and e.target = c.label;

  -- Names of people who were deleted while these still kept them.
  update next_steps_done d set done_by = 'Deleted person'
  where done_by_api_key_id is null and not exists (select from users u where u.id = d.done_by_user_id);

  update customer_events v set done_by_user_id = d.done_by_user_id, done_by_api_key_id = d.done_by_api_key_id,
    done_by = d.done_by, detail = null
  from next_steps_done d
  where d.company_id = v.company_id and d.event_id = v.id and v.type = 'next_step_done';

  foreach tenant_table in array tables loop
    execute format('alter table %I force row level security', tenant_table);
  end loop;
end $$;

-- As before, except that what a deleted person's API key did keeps the key's name, as it does on every other row.
create or replace function erase_person_from_audit(person uuid, email text) returns void language sql security definer
set search_path = public, pg_temp as $$
  update audit_entries e set
    actor = case when actor_user_id = person and (api_key_id is null or position(email in lower(actor)) > 0)
      then 'Deleted person' else actor end,
    ip_address = case when actor_user_id = person then null else ip_address end,
    target = case when target_id = person or position(email in lower(target)) > 0 then 'Deleted person' else target end,
    before = case when target_id = person or position(email in lower(before::text)) > 0
      then (select jsonb_object_agg(key, 'null'::jsonb) from jsonb_object_keys(before) key) else before end,
    after = case when target_id = person or position(email in lower(after::text)) > 0
      then (select jsonb_object_agg(key, 'null'::jsonb) from jsonb_object_keys(after) key) else after end
  where actor_user_id = person or target_id = person or position(email in lower(target)) > 0
    or position(email in lower(before::text)) > 0 or position(email in lower(after::text)) > 0;
  -- No API key reaches what is the platform's.
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
