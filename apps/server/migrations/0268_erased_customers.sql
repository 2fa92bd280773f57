-- A customer can be erased from the audit log as a person of the company can (0171): that something was done, when and by
-- whom stays; whom it was done to goes, also where its name or address stands in entries about other things.
create function erase_customer_from_audit(company uuid, customer uuid, words text[]) returns void language sql security definer
set search_path = public, pg_temp as $$
  update audit_entries e set
    target = case when target_id = customer or exists (select from unnest(words) w where position(w in lower(target)) > 0) then 'Erased customer' else target end,
    before = case when target_id = customer or exists (select from unnest(words) w where position(w in lower(before::text)) > 0)
      then (select jsonb_object_agg(key, 'null'::jsonb) from jsonb_object_keys(before) key) else before end,
    after = case when target_id = customer or exists (select from unnest(words) w where position(w in lower(after::text)) > 0)
      then (select jsonb_object_agg(key, 'null'::jsonb) from jsonb_object_keys(after) key) else after end
  -- The owner of this function may see every company.
  where company_id = company and (target_id = customer or exists (select from unnest(words) w
    where position(w in lower(target)) > 0 or position(w in lower(before::text)) > 0 or position(w in lower(after::text)) > 0));
$$;
revoke execute on function erase_customer_from_audit(uuid, uuid, text[]) from public;
grant execute on function erase_customer_from_audit(uuid, uuid, text[]) to forestay_app;
