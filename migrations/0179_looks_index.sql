-- outside a transaction
-- Payments that failed and are looked at, by the time of the next look.
create index concurrently payments__looks on payments (school_id, utc_look_on) where utc_look_on is not null;
