-- Pages of a class's students, newest first.
create index enrollments__newest on enrollments (school_id, cohort_id, utc_created_on desc, user_id);
