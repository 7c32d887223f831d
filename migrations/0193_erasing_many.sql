-- Many students may be erased at once, which names no class.
alter table bulk_changes drop constraint bulk_changes_action_check;
alter table bulk_changes add constraint bulk_changes_action_check check (action in ('add', 'remove', 'move', 'resend', 'erase')) not valid;
alter table bulk_changes drop constraint bulk_changes_check;
alter table bulk_changes add constraint bulk_changes_check check ((cohort_id is null) = (action in ('resend', 'erase'))) not valid;
