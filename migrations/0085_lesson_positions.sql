-- Where a student stopped in the video of a lesson. Written every few seconds while it is watched: so it is narrow, no index holds what changes, and
-- a page has room for the next version of its rows.
create table lesson_positions (
  school_id bigint not null default app.school_id() references schools,
  user_id bigint not null,
  lesson_id bigint not null,
  position integer not null,
  utc_watched_on timestamptz not null,
  primary key (school_id, user_id, lesson_id),
  foreign key (school_id, user_id) references memberships (school_id, user_id) on delete cascade,
  foreign key (school_id, lesson_id) references lessons (school_id, id) on delete cascade
) with (fillfactor = 50);
select app.protect('lesson_positions');
create index lesson_positions__lesson on lesson_positions (school_id, lesson_id);
