-- Which run delivers a message now. A run whose job was given to another one, because it paused for
-- longer than its lock, sees at its next mail that it is no longer its own to send.
alter table messages add column run_id uuid;
