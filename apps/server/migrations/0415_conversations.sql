-- Conversations with the assistant: a person's own, and nobody else's.
create table chat_conversations (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  user_id uuid not null,
  title text not null check (length(title) between 1 and 200),
  -- The page that it belongs to, under the name that pages keep it by.
  context_key text not null check (length(context_key) between 1 and 200),
  context jsonb not null,
  -- What follow-ups keep of the questions before, and how it reads.
  memory jsonb not null default '{}',
  remembered jsonb not null default '[]',
  message_count integer not null default 0 check (message_count >= 0),
  last_message text not null default '' check (length(last_message) <= 200),
  last_message_at timestamptz,
  -- Messages up to here have been read.
  read_at timestamptz not null,
  created_at timestamptz not null,
  -- Set by deleting; an hour later it is gone.
  deleted_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index chat_conversations_by_person on chat_conversations (company_id, user_id, last_message_at desc nulls last);
select protect_tenant_table('chat_conversations');

create table chat_messages (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  conversation_id uuid not null,
  sender smallint not null check (sender between 0 and 2),
  type text not null check (type in ('text', 'quick_action', 'system_message')),
  content text not null,
  -- Of the assistant's: links, tables and sources. Null: a person's words.
  answer jsonb,
  sent_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, conversation_id) references chat_conversations (company_id, id) on delete cascade
);
create index chat_messages_in_order on chat_messages (company_id, conversation_id, id);
select protect_tenant_table('chat_messages');
