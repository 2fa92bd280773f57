-- Views of the customers list that somebody saved: their own, or the team's.
create table customer_views (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  -- Whose it is; null: the team's.
  user_id uuid,
  name text not null check (length(name) between 1 and 60),
  search text not null default '' check (length(search) <= 200),
  -- As the list's address has them.
  conditions jsonb not null,
  sort text not null,
  direction text not null check (direction in ('asc', 'desc')),
  created_by_user_id uuid,
  created_by_api_key_id uuid,
  created_by text,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create unique index customer_views_by_name on customer_views (company_id, user_id, lower(name)) nulls not distinct;
select protect_tenant_table('customer_views');
