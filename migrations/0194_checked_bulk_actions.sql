-- Rows from before the new action are checked while others read and write.
alter table bulk_changes validate constraint bulk_changes_action_check;
alter table bulk_changes validate constraint bulk_changes_check;
