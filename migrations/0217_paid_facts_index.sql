-- outside a transaction
-- Purchases that were paid or refunded in some days, without those of the years before.
create index concurrently purchase_facts__moment on purchase_facts (school_id, kind, utc_occurred_on) where kind in ('paid', 'refunded');
