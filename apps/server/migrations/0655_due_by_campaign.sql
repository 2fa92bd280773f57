-- What is due is looked for in each campaign that runs: by company alone, every run read through all that waits in paused ones.
drop index campaign_enrolments_due;
create index campaign_enrolments_due on campaign_enrolments (company_id, campaign_id, due_at) where state = 'running';
