-- Students of a course are completed some at a time, in the order of their ids. The index also counts them, as the one before did.
create index course_progress__students on course_progress (school_id, course_id, user_id) include (utc_completed_on);
drop index course_progress__course;

-- A student's copy of their data, a merge and an erasure find their answers.
create index thread_replies__user on thread_replies (school_id, user_id, id);
