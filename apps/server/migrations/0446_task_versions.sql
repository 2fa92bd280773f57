-- Who saves a task over somebody else's change is told first, as with risk cases.
alter table tasks add column version integer not null default 1;
