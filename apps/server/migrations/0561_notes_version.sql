-- A note that is saved over another change of it is shown that first, as a task and a case are.
alter table notes add column version integer not null default 1;
