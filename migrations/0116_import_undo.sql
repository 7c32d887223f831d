-- Undoing an import: how far it is, whom it took out of the class, and who asked for it.
alter table imports
  add column undo_status text,
  add column undo_total integer not null default 0,
  add column undo_left integer not null default 0,
  add column undo_kept integer not null default 0,
  add column undone_by bigint,
  add column utc_undone_on timestamptz;
alter table imports add constraint imports_undo_status_check check (undo_status in ('running', 'done', 'failed'));

alter table enrollment_grants drop constraint enrollment_grants_ended_why_check;
alter table enrollment_grants add constraint enrollment_grants_ended_why_check
  check (ended_why in ('removed_by_school', 'cohort_deleted', 'refunded', 'canceled', 'subscription_ended', 'expired', 'moved', 'import_undone'));
