-- Text in which a search for questions looks: the words without their markup, each with a space before it, so that ' so' is a word that begins with "so".
alter table threads add column folded text collate "C" not null
  generated always as (' ' || app.fold(regexp_replace(message, '<[^>]*>', ' ', 'g'))) stored;

-- Answered questions, the latest answer first; and both lists of one course, whose waiting questions stand under null in the order of their ids.
create index threads__answered on threads (school_id, utc_answered_on, id) where utc_answered_on is not null;
drop index threads__course;
create index threads__course on threads (school_id, course_id, utc_answered_on, id);

-- The news of administrators is forgotten by its age.
create index admin_notices__created on admin_notices (school_id, utc_created_on);
