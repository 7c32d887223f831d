-- Renewals of before charges followed their subscribers wait for a class that sells them; they are done again once, when no earlier process runs any more.
insert into outbox (school_id, name, payload, utc_run_on)
select distinct s.school_id, 'sales.repeat_followed', '{}'::jsonb, now() + interval '1 hour' from sales s
where s.state = 'unmatched' and s.reason = 'no_cohort' and s.transaction_code <> '';
