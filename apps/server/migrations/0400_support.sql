-- Live support: sessions between one person and the platform's staff. Not tenant tables: staff read the sessions of all
-- companies, and a person's own is found by who they are, never by their company. What a session carries of its person is
-- kept with it, so that nobody of support has to look into a company.
create table support_sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  company_id uuid references companies (id) on delete cascade,
  user_name text not null check (length(user_name) <= 320),
  user_email text not null check (length(user_email) <= 320),
  company_name text check (length(company_name) <= 200),
  company_role text check (company_role in ('Viewer', 'Staff', 'Owner')),
  integration_count integer not null default 0,
  topic text not null check (length(topic) <= 120),
  initial_message text not null check (length(initial_message) <= 4000),
  original_context jsonb not null,
  current_context jsonb,
  -- The page-help conversation before it.
  transcript jsonb not null default '[]',
  status text not null check (status in ('Pending', 'AiActive', 'AdminActive', 'Closed', 'TimedOut')),
  status_since timestamptz not null,
  -- Counts the changes of who answers: a job that was planned for an earlier turn does nothing.
  turn integer not null default 1,
  escalation_level smallint not null default 0 check (escalation_level between 0 and 3),
  escalation_reason text check (length(escalation_reason) <= 300),
  ai_interaction_count integer not null default 0,
  assigned_admin_id uuid references users (id) on delete set null,
  assigned_admin_name text check (length(assigned_admin_name) <= 320),
  last_sequence integer not null default 0,
  last_message text not null default '',
  last_message_at timestamptz not null,
  user_read_sequence integer not null default 0,
  staff_read_sequence integer not null default 0,
  -- Messages of the person that staff have not read.
  unread_count integer not null default 0,
  last_user_message_at timestamptz not null,
  idle_warned_at timestamptz,
  first_reply_at timestamptz,
  close_reason text check (length(close_reason) <= 300),
  closed_at timestamptz,
  was_helpful boolean,
  helpful_comment text check (length(helpful_comment) <= 1000),
  created_at timestamptz not null
);
create unique index support_sessions_one_open on support_sessions (user_id)
  where status in ('Pending', 'AiActive', 'AdminActive');
create index support_sessions_of_person on support_sessions (user_id, created_at desc, id desc);
create index support_sessions_queue on support_sessions (status, status_since)
  where status in ('Pending', 'AiActive', 'AdminActive');
create index support_sessions_ended on support_sessions (closed_at) where closed_at is not null;
create index support_sessions_of_admin on support_sessions (assigned_admin_id) where assigned_admin_id is not null;
create index support_sessions_of_company on support_sessions (company_id);
select open_system_table('support_sessions');

create table support_attachments (
  id uuid primary key default uuidv7(),
  session_id uuid not null references support_sessions (id) on delete cascade,
  sender_user_id uuid references users (id) on delete set null,
  file_name text not null check (length(file_name) <= 255),
  -- Of the bytes themselves, whatever the name says.
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/gif', 'image/webp')),
  content bytea not null check (octet_length(content) between 1 and 5242880),
  created_at timestamptz not null
);
create index support_attachments_of_session on support_attachments (session_id);
select open_system_table('support_attachments');

create table support_messages (
  session_id uuid not null references support_sessions (id) on delete cascade,
  -- Made by its sender: sent twice it is one.
  id uuid not null,
  sequence integer not null check (sequence > 0),
  sender text not null check (sender in ('user', 'ai', 'admin', 'system')),
  sender_user_id uuid references users (id) on delete set null,
  sender_name text not null check (length(sender_name) <= 320),
  content text not null check (length(content) <= 8000),
  was_escalated boolean not null default false,
  attachment_id uuid references support_attachments (id) on delete set null,
  metadata jsonb not null default '{}',
  sent_at timestamptz not null,
  primary key (session_id, id),
  unique (session_id, sequence)
);
create index support_messages_by_sender on support_messages (sender_user_id) where sender_user_id is not null;
select open_system_table('support_messages');

create table support_notes (
  id uuid primary key default uuidv7(),
  session_id uuid not null references support_sessions (id) on delete cascade,
  author_user_id uuid references users (id) on delete set null,
  author_name text not null check (length(author_name) <= 320),
  body text not null check (length(body) between 1 and 4000),
  created_at timestamptz not null
);
create index support_notes_of_session on support_notes (session_id, created_at);
select open_system_table('support_notes');

create table support_canned_replies (
  id uuid primary key default uuidv7(),
  title text not null check (length(title) between 1 and 80),
  body text not null check (length(body) between 1 and 2000)
);
create unique index support_canned_replies_title on support_canned_replies (lower(title));
select open_system_table('support_canned_replies');

-- Whose dashboard is open, by its signs of life.
create table support_presence (
  user_id uuid primary key references users (id) on delete cascade,
  name text not null check (length(name) <= 320),
  is_online boolean not null,
  last_seen_at timestamptz not null
);
select open_system_table('support_presence');

-- What people wrote by the contact form, kept before it is mailed.
create table support_contacts (
  id uuid primary key default uuidv7(),
  ticket_id text not null unique check (length(ticket_id) between 4 and 20),
  email text not null check (length(email) between 3 and 320),
  message text not null check (length(message) between 1 and 4000),
  context jsonb,
  -- Null: there is nowhere to send it to.
  mailed_to text,
  created_at timestamptz not null
);
create index support_contacts_of_address on support_contacts (email);
select open_system_table('support_contacts');
