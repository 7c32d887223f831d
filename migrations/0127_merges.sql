-- A student of whom another e-mail of the school's became the one: memberships.merged_into names the student who goes on. Their row stays, because what
-- comes later for the old e-mail is found by it.
alter table memberships add column merged_into bigint;
create index memberships__merged_into on memberships (school_id, merged_into) where merged_into is not null;

-- Mergings of two students, and corrections of an e-mail, which are mergings with the person of the new one.
create table merges (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  -- The second student, and the first, who goes on.
  user_id bigint not null,
  into_user_id bigint not null,
  is_correction boolean not null,
  -- The correction made the first student's place in the school.
  made_place boolean not null,
  -- Points that came along, and the first student's notes before the second's were added.
  karma integer not null,
  notes_before text not null,
  merged_by bigint not null,
  utc_merged_on timestamptz not null,
  -- Until then it may be undone.
  utc_undo_until timestamptz not null,
  utc_undone_on timestamptz,
  undone_by bigint,
  utc_settled_on timestamptz,
  primary key (school_id, id),
  foreign key (school_id, user_id) references memberships (school_id, user_id) on delete cascade,
  foreign key (school_id, into_user_id) references memberships (school_id, user_id) on delete cascade
);
select app.protect('merges');
create unique index merges__open on merges (school_id, user_id) where utc_undone_on is null and utc_settled_on is null;
create index merges__user on merges (school_id, user_id);
create index merges__into on merges (school_id, into_user_id);
create index merges__due on merges (school_id, utc_undo_until) where utc_undone_on is null and utc_settled_on is null;

-- Rows that a merging gave to the first student, as they were then, until it is undone or can be no more.
create table merged_rows (
  school_id bigint not null default app.school_id() references schools,
  merge_id bigint not null,
  table_name text not null,
  row jsonb not null,
  primary key (school_id, merge_id, table_name, row),
  foreign key (school_id, merge_id) references merges (school_id, id) on delete cascade
);
select app.protect('merged_rows');

-- A grant that came by mergings names the students from whom it came, the latest last. Such grants stand beside the student's own of the same kind.
alter table enrollment_grants add column merged_from bigint[] not null default '{}';
drop index enrollment_grants__live;
create unique index enrollment_grants__live on enrollment_grants (school_id, cohort_id, user_id, source, source_key)
  where utc_ended_on is null and merged_from = '{}';

alter table karma_entries drop constraint karma_entries_reason_check;
alter table karma_entries add constraint karma_entries_reason_check check (reason in ('lesson', 'course', 'question', 'merge'));
