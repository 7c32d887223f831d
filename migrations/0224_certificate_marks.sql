-- Mark in per cent from which a model issues; null: none is asked for. A course without exams has no mark, and asks for none.
alter table certificate_templates add column min_mark integer;
-- Whether its certificates print the mark.
alter table certificate_templates add column shows_mark boolean not null default false;

-- Passing an assessment earns karma once. Not valid: the rows that are there satisfy the narrower list.
alter table karma_entries drop constraint karma_entries_reason_check;
alter table karma_entries add constraint karma_entries_reason_check check (reason in ('lesson', 'course', 'question', 'merge', 'exam')) not valid;
