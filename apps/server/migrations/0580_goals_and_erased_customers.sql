-- A goal counts until the measured days are over, also after the last step; who is erased before that stays in its arm.
alter table campaign_enrolments
  -- When the goal was first seen to be reached, within the measured days, in either arm.
  add column goal_at timestamptz,
  -- When the customer was first seen to be gone from the records, before it was measured: it counts as not kept.
  add column erased_at timestamptz;

alter table campaigns
  -- False: it was started when goals were counted of those drawn alone, and only until the last step.
  add column counts_goals_alike boolean not null default true;

alter table campaigns no force row level security;
update campaigns set counts_goals_alike = false where started_at is not null;
alter table campaigns force row level security;

alter table campaign_enrolments no force row level security;
alter table campaign_step_runs no force row level security;
-- When exactly is not known any more: not before the last step that was taken. After the measured days it does not count.
update campaign_enrolments e
set goal_at = o.at
from (
  select g.company_id, g.id, greatest(g.entered_at, (select max(r.at) from campaign_step_runs r
    where r.company_id = g.company_id and r.enrolment_id = g.id)) as at
  from campaign_enrolments g where g.state = 'goal'
) o
where e.company_id = o.company_id and e.id = o.id and o.at <= e.measured_at;
alter table campaign_enrolments force row level security;
alter table campaign_step_runs force row level security;
