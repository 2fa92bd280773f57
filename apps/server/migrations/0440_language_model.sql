-- Companies whose Owner lets a language model help the assistant out. No row: no.
create table assistant_models (
  company_id uuid not null references companies (id) on delete cascade,
  is_on boolean not null,
  changed_at timestamptz not null,
  primary key (company_id)
);
select protect_tenant_table('assistant_models');

-- What was asked of it, by day of UTC: the limit of a day is held against it.
create table assistant_model_use (
  company_id uuid not null references companies (id) on delete cascade,
  day date not null,
  questions integer not null default 0 check (questions >= 0),
  input_tokens bigint not null default 0 check (input_tokens >= 0),
  output_tokens bigint not null default 0 check (output_tokens >= 0),
  primary key (company_id, day)
);
select protect_tenant_table('assistant_model_use');
