-- An action that is being taken back stays that when it stops and goes on.
alter table bulk_actions add column is_undo boolean not null default false;
