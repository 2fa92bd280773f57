-- What a campaign offers costs something too; those that were saved before offered nothing. Row-level security holds for the
-- owner too: it is off for a moment, in this transaction alone.
do $$
begin
  alter table campaigns no force row level security;
  update campaigns
  set said = jsonb_set(said, '{costs}', '{"perOffer": 0, "offerTakenBy": "goal"}'::jsonb || (said -> 'costs'))
  where not (said -> 'costs' ? 'perOffer');
  alter table campaigns force row level security;
end $$;
