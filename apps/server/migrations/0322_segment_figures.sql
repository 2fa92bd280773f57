-- Of which segments figures are kept: of those that somebody looked at lately. Their sums stand in the same tables as those of
-- plans, under a key that no plan can have (decision 0088).
create table segment_figure_states (
  company_id uuid not null,
  segment_id uuid not null,
  -- When somebody last wanted to see them, to within an hour.
  asked_at timestamptz not null,
  -- From which members and movements they are; null: not yet.
  kept_at timestamptz,
  primary key (company_id, segment_id),
  foreign key (company_id, segment_id) references segments (company_id, id) on delete cascade
);
select protect_tenant_table('segment_figure_states');
