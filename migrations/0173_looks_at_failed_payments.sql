-- A payment that failed is looked at until its intent is over: a confirmation that arrives late, or that a page makes by itself, may take the money yet.
alter table payments
  -- Time of the next look at the intent of a payment that failed; null for all other payments, and once the intent is over.
  add column utc_look_on timestamptz;
create index payments__looks on payments (school_id, utc_look_on) where utc_look_on is not null;
