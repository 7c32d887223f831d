-- Those who subscribe are added to a class, or moved out of one that is deleted then, as a change of many students.
alter table bulk_changes drop constraint bulk_changes_action_check;
alter table bulk_changes add constraint bulk_changes_action_check
  check (action in ('add', 'remove', 'move', 'resend', 'erase', 'subscribe', 'dissolve')) not valid;
alter table bulk_changes drop constraint bulk_changes_from_check;
alter table bulk_changes add constraint bulk_changes_from_check
  check (action = 'dissolve' or (from_cohort_id is not null) = (action = 'move')) not valid;
