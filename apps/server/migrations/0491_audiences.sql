-- Audiences of segments and campaigns that are kept in connected systems, as a tag of a list there.
create table kept_audiences (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  provider text not null,
  kind text not null check (kind in ('segment', 'campaign')),
  -- The segment or campaign. Where it is gone the audience ends.
  subject_id uuid not null,
  list_id text collate "C" not null check (length(list_id) between 1 and 100),
  list_name text not null check (length(list_name) <= 300),
  tag text not null check (length(tag) between 1 and 100),
  -- What the tag is called by the API there; null: it is not made, or its making was not heard of.
  tag_id text collate "C" check (length(tag_id) <= 100),
  -- What a person has to do first, in words; null: nothing.
  problem text check (length(problem) <= 1000),
  -- When it was last looked through to the end.
  kept_at timestamptz,
  -- Nobody wants it any more: its tag there goes, then this row.
  ends_since timestamptz,
  primary key (company_id, id),
  unique (company_id, provider, kind, subject_id, list_id),
  foreign key (company_id, provider) references integrations (company_id, provider) on delete cascade
);
select protect_tenant_table('kept_audiences');

-- Who is in an audience there, by the id there, and who could not be put in. Written down before anybody is put in, so that whoever is
-- erased meanwhile is taken out again.
create table audience_members (
  company_id uuid not null,
  audience_id uuid not null,
  source_id text collate "C" not null check (length(source_id) <= 500),
  -- Null once the customer is erased: the tag is still to be taken off.
  customer_id uuid,
  -- When it was put in; null: it was not, or whether it was nobody heard.
  put_at timestamptz,
  -- Why it could not be.
  failure text check (length(failure) <= 500),
  tried_at timestamptz not null,
  primary key (company_id, audience_id, source_id),
  foreign key (company_id, audience_id) references kept_audiences (company_id, id) on delete cascade,
  foreign key (company_id, customer_id) references customers (company_id, id) on delete set null (customer_id)
);
create index audience_members_left_out on audience_members (company_id, audience_id, tried_at desc) where failure is not null;
create index audience_members_of_customer on audience_members (company_id, customer_id);
select protect_tenant_table('audience_members');
