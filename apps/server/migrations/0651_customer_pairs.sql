-- Two customers that may be one: each pair is asked about once, and what was answered is kept. Merged, they are no pair any more.
create table customer_pairs (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  other_id uuid not null,
  -- In what the two agreed when it was asked.
  agrees_in text not null check (agrees_in in ('email', 'alias', 'external_id', 'name')),
  found_at timestamptz not null,
  -- Null: nobody has said yet. Else: they are two.
  answered_at timestamptz,
  answered_by_user_id uuid,
  answered_by_api_key_id uuid,
  answered_by text check (length(answered_by) <= 200),
  primary key (company_id, id),
  unique (company_id, customer_id, other_id),
  check (customer_id < other_id),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade,
  foreign key (company_id, other_id) references customers (company_id, id) on delete cascade
);
create index customer_pairs_of_other on customer_pairs (company_id, other_id);
create index customer_pairs_open on customer_pairs (company_id, found_at desc, id) where answered_at is null;
select protect_tenant_table('customer_pairs');
