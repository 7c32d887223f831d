-- A return keeps how many points were not there any more when it took cents in their place. Those of all returns of a payment are rounded together, so parts
-- take what one return would.
alter table payment_returns add column missing_points bigint not null default 0;
update payment_returns set missing_points = missing_cents * 2 / 5 where missing_cents > 0;
