-- An action that stopped because what it needs is gone (its person, its tag) cannot go on.
alter table bulk_actions add column can_resume boolean not null default true;
