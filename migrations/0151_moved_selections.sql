-- Selected students of a class may be moved to another one.
alter table bulk_changes add column from_cohort_id bigint;
alter table bulk_changes add foreign key (school_id, from_cohort_id) references cohorts (school_id, id) on delete cascade;
create index bulk_changes__from_cohort on bulk_changes (school_id, from_cohort_id);
alter table bulk_changes drop constraint bulk_changes_action_check;
alter table bulk_changes add constraint bulk_changes_action_check check (action in ('add', 'remove', 'move', 'resend'));
alter table bulk_changes add constraint bulk_changes_from_check check ((from_cohort_id is not null) = (action = 'move'));

-- Line of the imported file that gave a grant; unknown of imports of before.
alter table enrollment_grants add column source_line integer;
