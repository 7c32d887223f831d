-- One row for a student and an assessment from the first beginning on. It is locked before any attempt of theirs is begun or handed in.
create table exam_marks (
  school_id bigint not null default app.school_id() references schools,
  exam_id bigint not null,
  user_id bigint not null,
  -- Hundredths of a point, by the assessment's rule of counting; null until an attempt is handed in.
  points integer,
  total integer,
  -- Attempts that were handed in.
  attempts integer not null default 0,
  -- First moment at which the mark reached the pass mark; a later attempt takes nothing back.
  utc_passed_on timestamptz,
  primary key (school_id, exam_id, user_id),
  foreign key (school_id, exam_id) references exams on delete cascade,
  foreign key (school_id, user_id) references memberships on delete cascade
);
create index exam_marks__user on exam_marks (school_id, user_id);
select app.protect('exam_marks');

create table exam_attempts (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  exam_id bigint not null,
  -- Publication with which the attempt began and ends.
  publication integer not null,
  user_id bigint not null,
  -- Secret that draws the questions and the numbers of their options; see exam-random.ts.
  seed text not null,
  -- Versions of questions with their points, in the order of the attempt.
  asked jsonb not null,
  -- Counts the openings: only the device that opened the attempt last saves answers.
  epoch integer not null default 0,
  utc_begun_on timestamptz not null,
  -- Moment at which the planner next looks whether the attempt has ended: after its end with the grace, and each day, because access may end sooner.
  utc_look_on timestamptz not null,
  utc_handed_in_on timestamptz,
  handed_in_how text constraint exam_attempts_how_check check (handed_in_how in ('student', 'time_over', 'closed', 'no_access', 'merged')),
  -- Hundredths of a point; null until it is handed in.
  points integer,
  total integer,
  primary key (school_id, id),
  foreign key (school_id, exam_id, publication) references exam_publications on delete cascade,
  foreign key (school_id, user_id) references memberships on delete cascade
);
create index exam_attempts__user on exam_attempts (school_id, user_id, exam_id);
create index exam_attempts__publication on exam_attempts (school_id, exam_id, publication);
-- A student has one running attempt at an assessment.
create unique index exam_attempts__running on exam_attempts (school_id, exam_id, user_id) where utc_handed_in_on is null;
create index exam_attempts__look on exam_attempts (school_id, utc_look_on) where utc_handed_in_on is null;
select app.protect('exam_attempts');

-- Answers that count, and beside them those that came after the end, for the teacher to see.
create table exam_answers (
  school_id bigint not null default app.school_id() references schools,
  attempt_id bigint not null,
  user_id bigint not null,
  -- Number of the question in the attempt, from 1.
  place integer not null,
  is_late boolean not null default false,
  -- Order of saves; see exam-saves.ts.
  epoch integer not null,
  number integer not null,
  -- Names options by their ids in the bank; null: the answer was taken back.
  answer jsonb,
  utc_saved_on timestamptz not null,
  primary key (school_id, attempt_id, place, is_late),
  foreign key (school_id, attempt_id) references exam_attempts on delete cascade,
  foreign key (school_id, user_id) references memberships on delete cascade
);
create index exam_answers__user on exam_answers (school_id, user_id);
select app.protect('exam_answers');
