-- Each of these looked up, and locked, for every row what another foreign key of the same row implies: who is a member has a school, and so has a
-- course; a lesson has its course, and goes with it. On a cluster those to schools are gone already.
alter table lesson_completions drop constraint if exists lesson_completions_school_id_fkey;
alter table lesson_completions drop constraint lesson_completions_school_id_course_id_fkey;
alter table karma_entries drop constraint if exists karma_entries_school_id_fkey;
alter table karma_totals drop constraint if exists karma_totals_school_id_fkey;
alter table course_progress drop constraint if exists course_progress_school_id_fkey;
alter table lesson_positions drop constraint if exists lesson_positions_school_id_fkey;
