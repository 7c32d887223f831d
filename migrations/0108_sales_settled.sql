-- Paid sales may lack a usable e-mail, and wait until an administrator corrects it; any that waits may be dismissed, with a reason.
alter table sales drop constraint sales_state_check;
alter table sales add constraint sales_state_check
  check (state in ('waiting', 'done', 'ignored', 'unmatched', 'no_email', 'failed', 'dismissed'));
-- Written by an administrator in place of the one that the platform told; '' where none was.
alter table sales add column corrected_email text not null default '';
alter table purchase_facts drop constraint purchase_facts_kind_check;
alter table purchase_facts add constraint purchase_facts_kind_check
  check (kind in
    ('paid', 'canceled', 'refunded', 'subscription_ended', 'subscription_resumed', 'charge_moved', 'plan_switched', 'dismissed'));
