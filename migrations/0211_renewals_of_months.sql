-- outside a transaction
-- One renewal by card of a school and month that is not canceled: its intent alone takes the money.
create unique index concurrently payments__month on payments (school_id, month) where month is not null and status <> 'canceled';
