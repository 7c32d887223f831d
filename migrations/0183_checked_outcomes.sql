-- Rows from before the new values are checked while others read and write.
alter table messages validate constraint messages_outcome_check;
