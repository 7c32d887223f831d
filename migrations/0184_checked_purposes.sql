-- Rows from before the new values are checked while others read and write.
alter table email_tokens validate constraint email_tokens_purpose_check;
