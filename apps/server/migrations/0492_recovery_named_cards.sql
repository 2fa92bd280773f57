-- The card that a try names: one that its customer put in place after the last one failed. The same call has to be made again
-- if its answer is lost. Null: whichever the provider takes.
alter table recovery_tries add column payment_method text check (length(payment_method) <= 200);
