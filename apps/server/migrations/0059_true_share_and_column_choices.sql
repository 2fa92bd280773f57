-- The share of customers that really leaves within the horizon, where a company's labelled file is not a fair sample.
alter table scoring_settings add column true_leaving_share double precision
  check (true_leaving_share > 0 and true_leaving_share < 1);

-- What a company says about a field that may give the answer away: to be learned from all the same, or left out.
create table churn_column_choices (
  company_id uuid not null references companies (id) on delete cascade,
  field text not null check (length(field) between 1 and 300),
  label text not null check (length(label) between 1 and 500),
  choice text not null check (choice in ('keep', 'leave_out')),
  chosen_at timestamptz not null,
  chosen_by text not null,
  primary key (company_id, field)
);
select protect_tenant_table('churn_column_choices');
