-- As before, and a refused sign-in, which nobody signed in did, gives up the address it came from with the person it was
-- about: most of them are that person's own slips.
create or replace function erase_person_from_audit(person uuid, email text) returns void language sql security definer
set search_path = public, pg_temp as $$
  update audit_entries e set
    actor = case when actor_user_id = person and (api_key_id is null or position(email in lower(actor)) > 0)
      then 'Deleted person' else actor end,
    ip_address = case when actor_user_id = person or (action = 'session.refused' and target_id = person)
      then null else ip_address end,
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
    ip_address = case when actor_user_id = person or (action = 'session.refused' and target_id = person)
      then null else ip_address end,
    target = case when target_id = person or position(email in lower(target)) > 0 then 'Deleted person' else target end,
    before = case when target_id = person or position(email in lower(before::text)) > 0
      then (select jsonb_object_agg(key, 'null'::jsonb) from jsonb_object_keys(before) key) else before end,
    after = case when target_id = person or position(email in lower(after::text)) > 0
      then (select jsonb_object_agg(key, 'null'::jsonb) from jsonb_object_keys(after) key) else after end
  where actor_user_id = person or target_id = person or position(email in lower(target)) > 0
    or position(email in lower(before::text)) > 0 or position(email in lower(after::text)) > 0;
$$;
