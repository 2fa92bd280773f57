-- What a message to a channel asks to be done about one customer, and who said there that it is done.

-- The reference is checked against every company's rows.
alter table integration_posts no force row level security;
alter table customers no force row level security;
alter table integration_posts
  add column customer_id uuid,
  add column step_code text check (length(step_code) <= 60),
  add column step_title text check (length(step_title) <= 300),
  add column done_at timestamptz,
  add column done_by text check (length(done_by) <= 200),
  add foreign key (company_id, customer_id) references customers (company_id, id) on delete set null (customer_id);
alter table customers force row level security;
alter table integration_posts force row level security;
create index integration_posts_of_customer on integration_posts (company_id, customer_id) where customer_id is not null;
