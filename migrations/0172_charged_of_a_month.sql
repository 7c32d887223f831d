-- Number of a month's students who cost something: the home says it beside the free places, and counts no rows for it.
alter table student_months add column charged integer not null default 0;
update student_months m set charged = c.students
  from (select school_id, month, count(*) as students from counted_students where cents > 0 group by school_id, month) c
  where c.school_id = m.school_id and c.month = m.month;
