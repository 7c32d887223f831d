-- A payment that failed is looked at until its intent is over: a confirmation that arrives late, or that a page makes by itself, may take the money yet.
alter table payments
  -- Time of the next look at the intent of a payment that failed; null for all other payments, and once the intent is over.
  add column utc_look_on timestamptz;
