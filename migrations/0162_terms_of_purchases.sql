-- A payment may name the end of a term that its seller gives: no other follows it, so that it has no grace, and its student is told before it ends.
alter table purchase_facts add column is_term boolean not null default false;
update purchase_facts set is_term = true where platform = 'ticto' and kind = 'paid' and subscription_code is null and utc_ends_on is not null;
