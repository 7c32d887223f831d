-- A text message lies among the mails and goes their way. outcome says why one did not surely arrive: the provider refuses the number, it never
-- answered whether it took the message, or it never took it. provider_id is the provider's own name of a message that it took.
alter table messages add column outcome text;
alter table messages add column provider_id text;
alter table messages add constraint messages_outcome_check check (outcome in ('number_refused', 'unknown', 'unsent'));

-- First moment at which the student was in the school. Earlier moments are not known: those who were in the public class or began a course have
-- been there since they joined.
alter table memberships add column utc_entered_on timestamptz;
update memberships m set utc_entered_on = m.utc_created_on
  where m.was_in_public_cohort or exists (
    select from course_progress p where p.school_id = m.school_id and p.user_id = m.user_id);

-- Filters of the student list that few students meet.
create index memberships__never_entered on memberships (school_id, utc_created_on, user_id) where is_student and utc_entered_on is null;
create index memberships__origin on memberships (school_id, origin, utc_created_on, user_id) where is_student;
create index enrollments__ends on enrollments (school_id, utc_ends_on, user_id) where utc_ends_on is not null;
