-- A school becomes another customer where the provider has the first one no more. What that one paid is still heard of, so both stay.
alter table stripe_customers drop constraint stripe_customers_pkey;
alter table stripe_customers drop constraint stripe_customers__customer;
alter table stripe_customers add primary key (customer_id);
alter table stripe_customers add column is_present boolean not null default true;
create unique index stripe_customers__school on stripe_customers (school_id) where is_present;
create index stripe_customers__past on stripe_customers (school_id);
grant update (is_present) on stripe_customers to escola_platform;
