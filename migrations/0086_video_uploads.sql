-- A video on its way: it comes in parts, in any order, for as long as a day goes by without one. What it says it will weigh counts against
-- the school's quota from the first moment, so that nobody sends a gigabyte in vain.
create table video_uploads (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  created_by bigint not null,
  filename text not null,
  size_bytes bigint not null check (size_bytes > 0),
  -- When the file was last changed on its owner's disk, in milliseconds: with its name and size, what tells that it is the same one.
  modified bigint not null,
  part_bytes integer not null check (part_bytes > 0),
  storage_key text not null,
  -- What the store calls it until it is whole.
  store_upload text not null,
  -- What the store answered to each part, by its number.
  parts jsonb not null default '{}',
  -- Known from the bytes of the first part.
  content_type text,
  -- Set once it is whole.
  file_id bigint,
  utc_active_on timestamptz not null,
  primary key (school_id, id),
  constraint video_uploads__file unique (school_id, created_by, filename, size_bytes, modified),
  foreign key (school_id, file_id) references files (school_id, id) on delete cascade
);
select app.protect('video_uploads');
create index video_uploads__result on video_uploads (school_id, file_id);
create index video_uploads__active on video_uploads (school_id, utc_active_on);

alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check
  check (purpose in ('lesson_file', 'lesson_video', 'course_cover', 'logo', 'avatar', 'signature', 'import', 'certificate'));
