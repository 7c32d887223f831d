-- Amount of a sale in cents of its currency, as its platform tells it; null where it tells none, and in sales from before this release.
alter table sales add column amount_cents integer, add column currency text not null default '';
