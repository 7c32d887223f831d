-- The courses that a template named when it was saved. A course that is deleted stays in the list: a sum over fewer courses is another certificate, and
-- how specific a template is was decided when it was saved. The title is that of the save, for a course that is gone.
alter table certificate_template_courses drop constraint certificate_template_courses_school_id_course_id_fkey;
alter table certificate_template_courses add column course_title text not null default '';
