-- Decisions of a school about a purchase: an administrator gives it to a student, or its student is removed from the school. Both are facts of the
-- purchase and of its subscription, and go before those of platforms.
alter table purchase_facts drop constraint purchase_facts_kind_check;
alter table purchase_facts add constraint purchase_facts_kind_check check (kind in
  ('paid', 'canceled', 'refunded', 'subscription_ended', 'subscription_resumed', 'charge_moved', 'plan_switched', 'dismissed', 'given', 'removed'));
-- Student who had the purchase until it was given to another.
alter table purchase_facts add column from_user_id bigint;
create index purchase_facts__student on purchase_facts (school_id, user_id) where user_id is not null;
create index purchase_facts__giver on purchase_facts (school_id, from_user_id) where from_user_id is not null;
alter table enrollment_grants drop constraint enrollment_grants_ended_why_check;
alter table enrollment_grants add constraint enrollment_grants_ended_why_check check (ended_why in
    ('removed_by_school', 'cohort_deleted', 'refunded', 'canceled', 'subscription_ended', 'expired', 'moved', 'import_undone', 'purchase_given'));
