-- What people call their customers, and who of the company looks after whom. In tables of their own: files and programs
-- write customers over and over, and know of neither.

create table tags (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  name text not null check (length(name) between 1 and 40),
  created_by_user_id uuid,
  created_by_api_key_id uuid,
  created_by text,
  created_at timestamptz not null,
  primary key (company_id, id)
);
create unique index tags_by_name on tags (company_id, lower(name));
select protect_tenant_table('tags');

create table customer_tags (
  company_id uuid not null,
  customer_id uuid not null,
  tag_id uuid not null,
  added_at timestamptz not null,
  primary key (company_id, customer_id, tag_id),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade,
  foreign key (company_id, tag_id) references tags (company_id, id) on delete cascade
);
create index customer_tags_by_tag on customer_tags (company_id, tag_id, customer_id);
select protect_tenant_table('customer_tags');

create table customer_owners (
  company_id uuid not null,
  customer_id uuid not null,
  user_id uuid not null,
  since timestamptz not null,
  primary key (company_id, customer_id),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade,
  -- Of a person who is gone there is nobody to ask: the customer has no owner.
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index customer_owners_by_user on customer_owners (company_id, user_id, customer_id);
select protect_tenant_table('customer_owners');

-- Rules ask for both (0260).
create trigger tags_added_for_segments after insert on customer_tags referencing new table as changed_rows
  for each statement execute function mark_segment_customers();
create trigger tags_removed_for_segments after delete on customer_tags referencing old table as changed_rows
  for each statement execute function mark_segment_customers();
create trigger owners_given_for_segments after insert on customer_owners referencing new table as changed_rows
  for each statement execute function mark_segment_customers();
create trigger owners_changed_for_segments after update on customer_owners referencing new table as changed_rows
  for each statement execute function mark_segment_customers();
create trigger owners_taken_for_segments after delete on customer_owners referencing old table as changed_rows
  for each statement execute function mark_segment_customers();
