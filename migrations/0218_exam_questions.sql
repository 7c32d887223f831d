-- Questions for exams, which administrators write. What a question says and its key stand in its versions; the row has how it is found.
create table exam_questions (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  -- Null: for the whole school. A question outlives its course, which is taken off it first: a cluster's keys set nothing to null.
  course_id bigint,
  difficulty text not null constraint exam_questions_difficulty_check check (difficulty in ('easy', 'medium', 'hard')),
  tags text[] not null default '{}',
  is_archived boolean not null default false,
  -- Number of the current version, with its kind and the first words of its statement.
  version integer not null default 1,
  kind text not null constraint exam_questions_kind_check check (kind in ('one', 'several', 'truth', 'number', 'text')),
  summary text not null,
  -- Words of the statement and the options, as in memberships: folded, with a space before each line.
  folded text collate "C" not null,
  utc_created_on timestamptz not null,
  utc_changed_on timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, course_id) references courses
);
create index exam_questions__course on exam_questions (school_id, course_id) where course_id is not null;
create index exam_questions__folded on exam_questions using gin (school_id, folded app.gin_trgm_ops) with (gin_pending_list_limit = 1024);
select app.protect('exam_questions');

-- A version is written once and never changed. A row of another table that refers to one keeps its question from being deleted.
create table exam_question_versions (
  school_id bigint not null default app.school_id() references schools,
  question_id bigint not null,
  number integer not null,
  content jsonb not null,
  -- Keys of the pictures that the content shows.
  pictures text[] not null default '{}',
  utc_created_on timestamptz not null,
  primary key (school_id, question_id, number),
  foreign key (school_id, question_id) references exam_questions on delete cascade
);
select app.protect('exam_question_versions');

-- Each file met the narrower check before, so none has to be looked at.
alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check check (purpose in
  ('lesson_file', 'lesson_video', 'course_cover', 'logo', 'avatar', 'signature', 'import', 'certificate', 'question_picture')) not valid;

-- Gives the ids of a search, like app.find_students: the app reads their rows under its own policy.
create function app.find_exam_questions(sketch text, pattern text) returns setof bigint
language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  school bigint := app.school_id();
begin
  return query select q.id from exam_questions q
    where q.school_id = school and q.folded like app.fold(sketch) and (q.folded || '') like app.fold(pattern);
end $$;
alter function app.find_exam_questions(text, text) owner to escola_owner;
revoke all on function app.find_exam_questions(text, text) from public;
grant execute on function app.find_exam_questions(text, text) to escola_app;
create policy search on exam_questions for select to escola_owner using (true);

-- '/questoes' is where the bank stands, and '/correcoes' where answers will be corrected. As with '/conheca' (0214), a school that has one of these
-- names gets the first free one after it, and the old name goes on leading to the school.
insert into release_notices (school_id, kind, utc_created_on)
  select id, 'address', now() from schools where namespace in ('questoes', 'correcoes')
  on conflict do nothing;
insert into former_namespaces (namespace, school_id, utc_released_on)
  select namespace, id, now() from schools where namespace in ('questoes', 'correcoes')
  on conflict (namespace) do update set school_id = excluded.school_id, utc_released_on = excluded.utc_released_on;
update schools set namespace = (
    select schools.namespace || '-' || n from generate_series(2, 10000) n
    where not exists (select from schools s where s.namespace = schools.namespace || '-' || n)
      and not exists (select from former_namespaces f where f.namespace = schools.namespace || '-' || n)
    order by n limit 1)
  where namespace in ('questoes', 'correcoes');
