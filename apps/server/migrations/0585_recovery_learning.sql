-- When tries succeed, learned from a company's own, and compared with the schedule by chance.

alter table recovery_settings
  -- fixed: by the schedule; compared: by learned times for half of those who fail; learned: for all of them.
  add column retry_times text not null default 'fixed' check (retry_times in ('fixed', 'compared', 'learned')),
  -- The last round in which times are compared: failures from then on are drawn, until it was switched off.
  add column times_since timestamptz,
  add column times_until timestamptz,
  add check (times_until is null or times_until >= times_since),
  -- Whether the sequences that come with the product write on the day grace is over.
  add column tells_end boolean not null default true;
-- Whoever has messages on already has not asked for another one.
alter table recovery_settings no force row level security;
update recovery_settings set tells_end = false where sends_since is not null;
alter table recovery_settings force row level security;

-- Drawn once: tried by the schedule, or by learned times.
alter table recovery_cases add column times_arm text check (times_arm in ('fixed', 'learned'));
create index recovery_cases_by_times on recovery_cases (company_id, first_failed_at, id) where times_arm is not null;
create index recovery_cases_untimed on recovery_cases (company_id, first_failed_at)
  where times_arm is null and decline_class in ('soft', 'technical');

-- What was learned last night: when tries succeed, what comes in of what is open, and how the comparison stands.
create table recovery_models (
  company_id uuid not null references companies (id) on delete cascade,
  fitted_at timestamptz not null,
  document jsonb not null,
  primary key (company_id)
);
select protect_tenant_table('recovery_models');
