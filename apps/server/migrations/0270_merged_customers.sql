-- Who was merged into another customer, and by what it was known: its old address leads to the one that is kept, files and
-- programs that know it by its old id or e-mail address mean the kept one.
create table merged_customers (
  company_id uuid not null,
  -- The record that is gone.
  merged_id uuid not null,
  customer_id uuid not null,
  external_id text collate "C",
  email text,
  full_name text,
  email_key text collate "C" generated always as (lower(email)) stored,
  merged_at timestamptz not null,
  merged_by_user_id uuid,
  merged_by_api_key_id uuid,
  merged_by text not null,
  primary key (company_id, merged_id),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade
);
create unique index merged_customers_by_id on merged_customers (company_id, external_id) where external_id is not null;
create index merged_customers_by_email on merged_customers (company_id, email_key, merged_at) where email_key is not null;
create index merged_customers_by_kept on merged_customers (company_id, customer_id);
select protect_tenant_table('merged_customers');
