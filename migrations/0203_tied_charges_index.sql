-- outside a transaction
-- Charges of a platform that gives its subscriptions no code, by the buyer and product that tie them.
create index concurrently purchase_facts__tied on purchase_facts (school_id, subscription_code collate "C")
  where platform = 'kirvano' and subscription_code is not null;
