-- What a school wrote on its own pages. Where there is no row, the page shows the text that every school begins with.
create table school_pages (
  school_id bigint not null default app.school_id() references schools,
  page text not null check (page in ('termos-e-condicoes', 'politica-de-privacidade', 'sobre')),
  html text not null,
  utc_updated_on timestamptz not null,
  primary key (school_id, page)
);
select app.protect('school_pages');

-- What earned points, for good. The first entry about a lesson gives, the next one, when its completion is taken back, takes, and so on.
create table karma_entries (
  school_id bigint not null default app.school_id() references schools,
  user_id bigint not null,
  reason text not null check (reason in ('lesson', 'course')),
  subject_id bigint not null,
  number int not null,
  points int not null,
  utc_created_on timestamptz not null,
  primary key (school_id, user_id, reason, subject_id, number),
  foreign key (school_id, user_id) references memberships (school_id, user_id) on delete cascade
);
select app.protect('karma_entries');
revoke update, delete on karma_entries from escola_app;
create index karma_entries__newest on karma_entries (school_id, user_id, utc_created_on desc, reason, subject_id desc);

-- Their sum, written in the same transaction. Apart from memberships, whose indexes for searching a click on a lesson would have to touch.
create table karma_totals (
  school_id bigint not null default app.school_id() references schools,
  user_id bigint not null,
  karma int not null,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references memberships (school_id, user_id) on delete cascade
);
select app.protect('karma_totals');
create index karma_totals__rank on karma_totals (school_id, karma desc, user_id) where karma > 0;

-- What happened to somebody. The key is what it is about, so that each is told once.
create table notifications (
  school_id bigint not null default app.school_id() references schools,
  user_id bigint not null,
  kind text not null check (kind in ('course_published', 'certificate_issued', 'access_given')),
  subject_id bigint not null,
  utc_created_on timestamptz not null,
  utc_read_on timestamptz,
  primary key (school_id, user_id, kind, subject_id),
  foreign key (school_id, user_id) references memberships (school_id, user_id) on delete cascade
);
select app.protect('notifications');
create index notifications__newest on notifications (school_id, user_id, utc_created_on desc, subject_id desc);
create index notifications__unread on notifications (school_id, user_id) where utc_read_on is null;
create index notifications__old on notifications (school_id, utc_created_on);

-- Courses whose first publishing is told of, and how far that has come: everybody up to this person.
create table course_announcements (
  school_id bigint not null default app.school_id() references schools,
  course_id bigint not null,
  last_user_id bigint not null default 0,
  primary key (school_id, course_id),
  foreign key (school_id, course_id) references courses (school_id, id) on delete cascade
);
select app.protect('course_announcements');
-- What is out already is no news.
insert into course_announcements (school_id, course_id)
select school_id, id from courses where utc_published_on is not null on conflict do nothing;

-- What was completed before there were points earns them too.
insert into karma_entries (school_id, user_id, reason, subject_id, number, points, utc_created_on)
select school_id, user_id, 'lesson', lesson_id, 1, 10, utc_completed_on from lesson_completions on conflict do nothing;
insert into karma_entries (school_id, user_id, reason, subject_id, number, points, utc_created_on)
select school_id, user_id, 'course', course_id, 1, 100, utc_completed_on from course_progress where utc_completed_on is not null on conflict do nothing;
insert into karma_totals (school_id, user_id, karma)
select school_id, user_id, sum(points)::int from karma_entries group by school_id, user_id on conflict do nothing;
