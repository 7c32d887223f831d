-- Rows from before the new kinds are checked while others read and write.
alter table bulk_changes validate constraint bulk_changes_action_check;
alter table bulk_changes validate constraint bulk_changes_from_check;
