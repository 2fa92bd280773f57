-- Mail as it goes out: the true RFC 822 bytes, and how far it got. Not a tenant table: a sign-in code goes to an
-- address of no company yet, and an Admin reads all mail; readers of one company filter by company_id.
create table mails (
  id uuid primary key default uuidv7(),
  company_id uuid references companies (id) on delete cascade,
  -- One mail per key, however often its cause runs.
  unique_key text not null unique check (length(unique_key) between 1 and 300),
  to_address text not null check (length(to_address) between 3 and 320),
  subject text not null check (length(subject) <= 998),
  -- kept: there is no SMTP server, it stays here. queued: waits for its job. sending: set before SMTP begins, so that
  -- whoever finds it later knows that it may have left; it then becomes unknown and is never sent again.
  status text not null check (status in ('kept', 'queued', 'sending', 'sent', 'failed', 'unknown')),
  message_id text not null unique,
  raw bytea not null,
  -- The two bodies beside the bytes they were made into: the outbox shows them without taking MIME apart again.
  html text not null,
  plain_text text not null,
  -- Codes and sign-in links in it, word for word: masked for everybody but a platform Admin.
  secrets text[] not null default '{}',
  failure text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index mails_newest on mails (created_at, id);
create index mails_of_company on mails (company_id, created_at, id);
create index mails_of_address on mails (to_address, created_at);
select open_system_table('mails');

-- What a reader without the right to secrets may see of a plain text of a mail: its codes and links blotted out, the
-- longest first, because a code may stand inside a link. Search and export ask it here, beside the rows.
create function mask_secrets(plain text, secrets text[]) returns text language plpgsql immutable strict as $$
declare
  secret text;
begin
  for secret in select s from unnest(secrets) s where s <> '' order by length(s) desc loop
    plain := replace(plain, secret, '••••••');
  end loop;
  return plain;
end $$;
