-- Administrator who gave a class a new term for all of its students; unknown of changes of before.
alter table term_changes add column asked_by bigint;
