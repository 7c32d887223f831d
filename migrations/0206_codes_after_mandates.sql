-- Plans are no longer paid by Pix Automático. The job of each school that has one takes it over to codes, now and not at the end of its month.
insert into due_jobs (school_id, name, utc_due_on)
  select school_id, 'payments.follow_subscription', now() from subscriptions where pays_with = 'pix_auto'
  on conflict (school_id, name) do update set utc_due_on = least(due_jobs.utc_due_on, excluded.utc_due_on);
