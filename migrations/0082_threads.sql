-- A question of a student's about a lesson, and what was written under it. It waits until somebody who administers the school has answered.
create table threads (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  course_id bigint not null,
  lesson_id bigint not null,
  user_id bigint not null,
  message text not null,
  utc_created_on timestamptz not null default now(),
  utc_answered_on timestamptz,
  primary key (school_id, id),
  foreign key (school_id, user_id) references memberships (school_id, user_id) on delete cascade,
  foreign key (school_id, course_id) references courses (school_id, id) on delete cascade,
  foreign key (school_id, lesson_id) references lessons (school_id, id) on delete cascade
);
select app.protect('threads');
create index threads__lesson on threads (school_id, lesson_id, id);
create index threads__user on threads (school_id, user_id);
create index threads__course on threads (school_id, course_id);
create index threads__waiting on threads (school_id, id) where utc_answered_on is null;

-- An answer stays when whoever wrote it has left the school.
create table thread_replies (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  thread_id bigint not null,
  user_id bigint not null,
  is_admin boolean not null,
  message text not null,
  utc_created_on timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, thread_id) references threads (school_id, id) on delete cascade
);
select app.protect('thread_replies');
create index thread_replies__thread on thread_replies (school_id, thread_id, id);

alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check
  check (kind in ('activation', 'invitation', 'enrollment', 'recovery', 'certificate_ready', 'question_answered'));

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('course_published', 'certificate_issued', 'access_given', 'question_answered'));
