-- A dispute that was lost may be appealed, and won after all. Each appeal is booked by itself.
alter table payment_returns add column appeals integer not null default 0;
