-- Until when a connected system asked to be left alone; null: it did not, or that is over.
alter table integrations add column rests_until timestamptz;
