-- What a dry run asks of a row: an end without a day, an end that its status contradicts.
alter table import_row_keys add column doubt text check (doubt in ('undated_end', 'past_end'));
