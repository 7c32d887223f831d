-- Fills the courses that each template was saved for, behind the change of their table: that one holds back all who read courses.
update certificate_template_courses l set course_title = c.title from courses c where c.school_id = l.school_id and c.id = l.course_id;
-- A sum of all courses asks for those that are published today.
insert into certificate_template_courses (school_id, template_id, course_id, course_title)
  select t.school_id, t.id, c.id, c.title from certificate_templates t
  join courses c on c.school_id = t.school_id and c.utc_published_on is not null
  where t.kind = 'sum' and t.all_courses
  on conflict do nothing;
