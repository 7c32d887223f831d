-- Which lessons of a course its student has finished once and then taken back: what was ever finished never locks again. Beside what is read of
-- the course anyway, so it costs no table more.
alter table course_progress add column taken_back bigint[] not null default '{}';

-- An even number of entries about a lesson: its points were given and taken back.
update course_progress p set taken_back = gone.lessons
from (select e.school_id, e.user_id, l.course_id, array_agg(l.id) as lessons
  from (select school_id, user_id, subject_id from karma_entries where reason = 'lesson'
    group by school_id, user_id, subject_id having count(*) % 2 = 0) e
  join lessons l on l.school_id = e.school_id and l.id = e.subject_id
  group by e.school_id, e.user_id, l.course_id) gone
where p.school_id = gone.school_id and p.user_id = gone.user_id and p.course_id = gone.course_id;
