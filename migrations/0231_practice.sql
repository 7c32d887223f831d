-- 'Treino': students of the course practise the questions that they got wrong in its assessments.
alter table courses add column has_practice boolean not null default true;

-- One card for a student and a question, made when practice first asks it. Which questions a student practises follows from their attempts.
create table practice_cards (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  user_id bigint not null,
  question_id bigint not null,
  -- Assessment in which the student got it wrong; with it the card goes.
  exam_id bigint not null,
  -- Version that is asked, and the secret that draws the numbers of its options; see exam-random.ts.
  version integer not null,
  seed text not null,
  -- Counts the askings: an answer to an earlier one is refused.
  turn integer not null,
  -- Null until this asking is answered.
  is_right boolean,
  -- State of the scheduler, which the server's fsrs.ts alone reads; null until the first answer.
  memory jsonb,
  utc_asked_on timestamptz not null,
  utc_answered_on timestamptz,
  utc_due_on timestamptz,
  primary key (school_id, id),
  unique (school_id, user_id, question_id),
  foreign key (school_id, user_id) references memberships on delete cascade,
  foreign key (school_id, question_id) references exam_questions on delete cascade,
  foreign key (school_id, exam_id) references exams on delete cascade
);
create index practice_cards__question on practice_cards (school_id, question_id);
create index practice_cards__exam on practice_cards (school_id, exam_id);
select app.protect('practice_cards');
