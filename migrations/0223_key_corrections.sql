-- A wrong key is corrected here; versions of questions stay as they were written. The key of a version is that of its latest correction that isn't undone.
create table exam_key_corrections (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  question_id bigint not null,
  -- The version that was found wrong, and all that asked the same with the same key at that moment.
  version integer not null,
  versions integer[] not null,
  -- Right answers before and after, without the options.
  wrong jsonb not null,
  answer jsonb not null,
  -- The bank's version that the correction wrote; null where the bank had the right key already.
  made_version integer,
  corrected_by bigint not null,
  utc_corrected_on timestamptz not null,
  undone_by bigint,
  utc_undone_on timestamptz,
  primary key (school_id, id),
  foreign key (school_id, question_id) references exam_questions on delete cascade
);
create index exam_key_corrections__question on exam_key_corrections (school_id, question_id, id);
select app.protect('exam_key_corrections');

-- Attempts whose points a correction has changed, with what they had before.
create table exam_regraded_attempts (
  school_id bigint not null default app.school_id() references schools,
  correction_id bigint not null,
  attempt_id bigint not null,
  points integer not null,
  earned integer[],
  -- With it the student has passed, which an undo doesn't take back.
  has_passed boolean not null default false,
  primary key (school_id, correction_id, attempt_id),
  foreign key (school_id, correction_id) references exam_key_corrections on delete cascade,
  foreign key (school_id, attempt_id) references exam_attempts on delete cascade
);
create index exam_regraded_attempts__attempt on exam_regraded_attempts (school_id, attempt_id);
select app.protect('exam_regraded_attempts');
