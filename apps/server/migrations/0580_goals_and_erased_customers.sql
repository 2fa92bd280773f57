-- A goal counts until the measured days are over, also after the last step; who is erased before that stays in its arm.
alter table campaign_enrolments
  -- When the goal was first seen to be reached, within the measured days, in either arm.
  add column goal_at timestamptz,
  -- When the customer was first seen to be gone from the records, before it was measured: it counts as not kept.
  add column erased_at timestamptz;

alter table campaign_enrolments no force row level security;
alter table campaign_step_runs no force row level security;
-- When exactly is not known any more: not before the last step that was taken.
update campaign_enrolments e
set goal_at = greatest(e.entered_at, (select max(r.at) from campaign_step_runs r
  where r.company_id = e.company_id and r.enrolment_id = e.id))
where e.state = 'goal';
alter table campaign_enrolments force row level security;
alter table campaign_step_runs force row level security;
