-- An ignored event is one that changes no access. What was decided before or since says so as a reason, and what an administrator can mend waits.
update sales set state = 'done' where state = 'ignored'
  and reason in ('paid_back', 'canceled_since', 'paid_since', 'subscription_ended', 'period_over', 'others_purchase', 'removed_by_school');
update sales set state = 'failed' where state = 'ignored'
  and reason in ('no_access_token', 'other_payment', 'other_account', 'no_product');

-- Ignored events of before, which a job cuts down to event, moment and product; no other row stands here.
create index sales__whole_ignored on sales (school_id, id) where state = 'ignored' and (sealed_body is not null or body <> '');
