-- 'Aulas em ordem': a lesson opens when the one before it is complete.
alter table courses add column in_order boolean not null default false;
-- Lessons that a student opened while their course was in order: they stay open, wherever the author moves them.
alter table course_progress add column opened bigint[] not null default '{}';
