-- Who deactivated a person: what the platform's staff did a company's Owner cannot undo. Of those deactivated so far the
-- company's audit log knows; without an entry it was the company.
alter table users add column disabled_by_platform boolean not null default false;
update users set disabled_by_platform = true where disabled_at is not null and company_id is null;
do $$
declare
  member record;
begin
  for member in select id, company_id from users where disabled_at is not null and company_id is not null loop
    -- Row-level security holds for the owner of the tables too.
    perform set_config('app.company_id', member.company_id::text, true);
    update users set disabled_by_platform = true
    where id = member.id and 'admin.user_changed' = (
      select action from audit_entries
      where company_id = member.company_id and target_id = member.id and after ->> 'isActive' = 'false'
      order by occurred_at desc limit 1
    );
  end loop;
  perform set_config('app.company_id', '', true);
end $$;

-- When a person was last here, as far as it is older than their sessions: those are deleted after 90 days.
alter table users add column last_seen_at timestamptz;
