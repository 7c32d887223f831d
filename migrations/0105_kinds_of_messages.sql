-- The kinds of mail and of notifications stand in the code alone (message-kinds.ts, notifications.contract.ts): a list here had to be written
-- anew, and the whole table read, with each new kind.
alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check check (kind ~ '^[a-z]+(_[a-z]+)*$') not valid;
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind ~ '^[a-z]+(_[a-z]+)*$') not valid;
