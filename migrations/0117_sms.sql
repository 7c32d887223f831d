-- A text message lies among the mails and goes their way. outcome says why one did not surely arrive: the provider refuses the number, it never
-- answered whether it took the message, or it never took it. provider_id is the provider's own name of a message that it took.
alter table messages add column outcome text;
alter table messages add column provider_id text;
alter table messages add constraint messages_outcome_check check (outcome in ('number_refused', 'unknown', 'unsent'));
