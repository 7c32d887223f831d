-- The provider took the message, and says later that it did not arrive.
alter table messages drop constraint messages_outcome_check;
alter table messages add constraint messages_outcome_check check (outcome in ('number_refused', 'unknown', 'unsent', 'undelivered'));
