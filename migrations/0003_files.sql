-- Every stored file. The bytes are behind the file port under storage_key, which starts with the school's id.
create table files (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  purpose text not null check (purpose in ('lesson_file', 'course_cover', 'logo', 'avatar', 'signature', 'import', 'certificate')),
  storage_key text not null,
  filename text not null,
  content_type text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  created_by bigint references users,
  utc_created_on timestamptz not null default now(),
  primary key (school_id, id),
  constraint files__storage_key unique (school_id, storage_key)
);
select app.protect('files');
