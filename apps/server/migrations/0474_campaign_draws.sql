-- A start with many customers draws them after it, a part at a time.
alter table campaigns
  -- Since when it draws who met it at its start; null: everybody is drawn.
  add column draws_since timestamptz,
  -- The last customer that was looked at for it.
  add column drawn_to uuid;
