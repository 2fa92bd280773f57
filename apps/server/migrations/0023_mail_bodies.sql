-- The two bodies beside the bytes they were made into: the outbox shows them without taking MIME apart again.
alter table mails add column html text not null default '', add column plain_text text not null default '';
alter table mails alter column html drop default, alter column plain_text drop default;
