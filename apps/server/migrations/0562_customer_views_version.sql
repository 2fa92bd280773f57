-- A view that is saved over another change of it is shown that first.
alter table customer_views add column version integer not null default 1;
