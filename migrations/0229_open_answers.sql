-- Open answers of attempts that were handed in, with what a person gave for each. While one of an attempt waits, points of the attempt are null: it is
-- handed in, and has no mark yet.
create table exam_open_answers (
  school_id bigint not null default app.school_id() references schools,
  attempt_id bigint not null,
  -- Number of the question in the attempt, from 1.
  place integer not null,
  user_id bigint not null,
  exam_id bigint not null,
  question_id bigint not null,
  -- When the attempt was handed in: the oldest is corrected first.
  utc_handed_in_on timestamptz not null,
  -- Hundredths of a point; null until the answer is corrected.
  earned integer,
  comment text not null default '',
  corrected_by bigint,
  utc_corrected_on timestamptz,
  primary key (school_id, attempt_id, place),
  foreign key (school_id, attempt_id) references exam_attempts on delete cascade,
  foreign key (school_id, user_id) references memberships on delete cascade
);
create index exam_open_answers__user on exam_open_answers (school_id, user_id);
-- Queue of what waits, in its order.
create index exam_open_answers__waiting on exam_open_answers (school_id, utc_handed_in_on, attempt_id, place) where earned is null;
select app.protect('exam_open_answers');
