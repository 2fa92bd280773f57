-- Records of connected systems that could be several customers here: a person says which. Answered once, an answer holds for
-- every later reading of the record.
create table match_questions (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  source text not null check (length(source) between 1 and 40),
  source_id text collate "C" not null check (length(source_id) <= 500),
  full_name text,
  email text not null,
  email_key text collate "C" generated always as (lower(email)) stored,
  -- False: buys nothing there yet, and nobody new would be made of it.
  is_customer boolean not null,
  asked_at timestamptz not null,
  -- Null: nobody has said yet.
  answered_at timestamptz,
  answered_by_user_id uuid,
  answered_by_api_key_id uuid,
  answered_by text check (length(answered_by) <= 200),
  -- Of an answer: who it is; null: none of them.
  customer_id uuid,
  primary key (company_id, id),
  unique (company_id, source, source_id),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade,
  check (answered_at is not null or customer_id is null)
);
create index match_questions_waiting on match_questions (company_id, asked_at desc, id) where answered_at is null;
create index match_questions_answered on match_questions (company_id, answered_at desc, id) where answered_at is not null;
create index match_questions_by_email on match_questions (company_id, email_key);
create index match_questions_by_customer on match_questions (company_id, customer_id) where customer_id is not null;
select protect_tenant_table('match_questions');
