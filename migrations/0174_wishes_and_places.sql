-- A run that counted fewer students than it had left places for gives the last ones back: a month's places end with its last student.
update student_months s set places = m.last_place
  from (
    select n.school_id, n.month, coalesce(max(c.place), 0) as last_place
    from student_months n left join counted_students c on c.school_id = n.school_id and c.month = n.month
    where n.utc_run_on is not null group by n.school_id, n.month) m
  where m.school_id = s.school_id and m.month = s.month and s.places > m.last_place;

-- Administrator of the platform who last chose, in their view of the school, which plan follows; null where the school chose by itself.
alter table subscriptions add column wished_by bigint;

-- Moment at which the price of a counted student went back, because the import that made the person was undone. The place stays theirs; null once they come again
-- and are charged for it again.
alter table counted_students add column utc_returned_on timestamptz;
grant update (utc_returned_on) on counted_students to escola_app;

-- Moment at which another student was counted who was merged into one whose price went back: they count without a price then. Null for all others.
alter table counted_students add column utc_covered_on timestamptz;
grant update (utc_covered_on) on counted_students to escola_app;
