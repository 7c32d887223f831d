-- Mail of a restored database may have left long ago: it is held until an operator releases it or gives it up.
alter table messages drop constraint messages_status_check;
alter table messages add constraint messages_status_check check (status in ('pending', 'sending', 'sent', 'failed', 'held'));
