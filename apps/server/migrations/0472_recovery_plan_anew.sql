-- Rules have changed: every open case is planned anew by the next run. Marked here, as a request has no time for all of them.
alter table recovery_settings add column plan_anew boolean not null default false;
