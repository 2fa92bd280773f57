-- Where each stands among those drawn, by chance as well: the first part of them is a random part of the customers too.
alter table segment_samples add column place real not null default random();
