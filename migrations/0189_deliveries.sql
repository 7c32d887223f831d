-- How often the same bytes came, when they came last, and which arrival counts where they name no moment: null for the first.
-- Items of a paid sale that no class sells, each by all its codes and the main ones first, with their number; null where that was never asked.
alter table sales
  add column times integer not null default 1,
  add column utc_repeated_on timestamptz,
  add column utc_counts_on timestamptz,
  add column waiting_ids text[] not null default '{}',
  add column waiting_items integer;

-- Moment at which a grant went on after a gap, or with another student; its start is that of before.
alter table enrollment_grants add column utc_resumed_on timestamptz;

-- Moment from which an account takes no new buyers; refunds and ends are still heard.
alter table sales_accounts add column utc_ended_on timestamptz;

-- Moment from which the school wants the product in no class.
alter table sales_products add column utc_excluded_on timestamptz;
