-- Plans of courses that a school (the franchisor) offers to other schools (its affiliates).
create table affiliate_plans (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  title text collate app.titles not null default '',
  all_courses boolean not null default false,
  utc_created_on timestamptz not null,
  primary key (school_id, id)
);
select app.protect('affiliate_plans');

create table affiliate_plan_courses (
  school_id bigint not null default app.school_id() references schools,
  plan_id bigint not null,
  course_id bigint not null,
  primary key (school_id, plan_id, course_id),
  foreign key (school_id, plan_id) references affiliate_plans (school_id, id) on delete cascade,
  foreign key (school_id, course_id) references courses (school_id, id) on delete cascade
);
select app.protect('affiliate_plan_courses');
create index affiliate_plan_courses__course on affiliate_plan_courses (school_id, course_id);

-- Schools that a franchisor asked to teach its courses, as the franchisor knows them: a platform job copies the answer and the contact of each
-- from its own rows, because no statement reads two schools. A removed one stays, without a plan, so that it is not asked again at once.
create table affiliates (
  school_id bigint not null default app.school_id() references schools,
  affiliate_id bigint not null,
  plan_id bigint,
  -- Number of the invitation, which the answer names: one to an earlier invitation is none.
  invitation integer not null default 1,
  utc_invited_on timestamptz not null,
  utc_approved_on timestamptz,
  utc_declined_on timestamptz,
  utc_removed_on timestamptz,
  name text collate app.titles not null,
  email text not null default '',
  cellphone text not null default '',
  namespace text,
  domain text,
  logo_wide_key text,
  logo_dark_wide_key text,
  -- Numbers of students with access, of finished courses and of certificates of this franchisor's courses there; null: fewer than five.
  students integer,
  finished integer,
  certificates integer,
  utc_counted_on timestamptz,
  primary key (school_id, affiliate_id),
  foreign key (school_id, plan_id) references affiliate_plans (school_id, id),
  constraint affiliates_plan_check check ((plan_id is null) = (utc_removed_on is not null))
);
select app.protect('affiliates');
create index affiliates__plan on affiliates (school_id, plan_id, name, affiliate_id);

-- Schools that asked this one to teach their courses, as this one knows them; what they are called is copied by a platform job.
create table franchisors (
  school_id bigint not null default app.school_id() references schools,
  franchisor_id bigint not null,
  invitation integer not null,
  utc_invited_on timestamptz not null,
  utc_approved_on timestamptz,
  -- Moment when this school refused, or left.
  utc_declined_on timestamptz,
  utc_removed_on timestamptz,
  name text not null,
  email text not null default '',
  cellphone text not null default '',
  logo_wide_key text,
  logo_dark_wide_key text,
  plan_title text not null default '',
  -- Number of courses of the plan at the invitation.
  plan_courses integer not null default 0,
  primary key (school_id, franchisor_id)
);
select app.protect('franchisors');

-- A course with a franchisor is an edition: a copy of the published values of that school's course, under the ids of the original, which no
-- other school has.
alter table courses add column franchisor_id bigint, add column published_version bigint not null default 0;
create index courses__franchisor on courses (school_id, franchisor_id) where franchisor_id is not null;

-- Whether an edition may be studied, decided from the franchisor's rows ahead of copying. The course itself is published while it is open and
-- was copied.
create table editions (
  school_id bigint not null default app.school_id() references schools,
  course_id bigint not null,
  is_open boolean not null default false,
  -- Its original was deleted for good.
  is_gone boolean not null default false,
  -- Version of the original that was copied; 0: none yet.
  version bigint not null default 0,
  utc_published_on timestamptz,
  utc_copied_on timestamptz,
  -- Title of the franchisor's category.
  category_title text not null default '',
  primary key (school_id, course_id),
  foreign key (school_id, course_id) references courses (school_id, id) on delete cascade
);
select app.protect('editions');

-- Files of the franchisor that an edition names. They are no files of this school: its quota, its sweeps and its deletion never reach them.
create table edition_files (
  school_id bigint not null default app.school_id() references schools,
  course_id bigint not null,
  -- Id of the franchisor's row, which no other school has.
  file_id bigint not null,
  franchisor_id bigint not null,
  purpose text not null,
  storage_key text not null,
  filename text not null,
  content_type text not null,
  size_bytes bigint not null,
  primary key (school_id, course_id, file_id),
  foreign key (school_id, course_id) references editions (school_id, course_id) on delete cascade
);
select app.protect('edition_files');
create index edition_files__file on edition_files (school_id, file_id);
create index edition_files__key on edition_files (school_id, storage_key);

-- Files of this school that an affiliate's editions name; the sweeps keep them.
create table shared_files (
  school_id bigint not null default app.school_id() references schools,
  file_id bigint not null,
  affiliate_id bigint not null,
  course_id bigint not null,
  primary key (school_id, file_id, affiliate_id, course_id),
  foreign key (school_id, file_id) references files (school_id, id)
);
select app.protect('shared_files');
create index shared_files__affiliate on shared_files (school_id, affiliate_id, course_id);
