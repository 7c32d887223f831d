-- Events of the payment provider that were heard long ago are deleted; one that nothing asks for counts as heard when it is stored.
grant delete on stripe_events to escola_platform;
create index stripe_events__processed on stripe_events (utc_processed_on);
