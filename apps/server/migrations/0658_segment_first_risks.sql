-- Of a segment whose figures are kept: the members who put most at risk in each currency. A list that is asked for all the time
-- reads them here: going through everybody by what they put at risk takes long where a segment's members are far down.
create table segment_first_risks (
  company_id uuid not null,
  segment_id uuid not null,
  customer_id uuid not null,
  currency text not null,
  primary key (company_id, segment_id, customer_id),
  foreign key (company_id, segment_id) references segments (company_id, id) on delete cascade,
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade
);
create index segment_first_risks_of_customer on segment_first_risks (company_id, customer_id);
select protect_tenant_table('segment_first_risks');
