create table categories (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  title text not null default 'Nova categoria',
  position integer not null default 0,
  primary key (school_id, id)
);
select app.protect('categories');
create index categories__position on categories (school_id, position, id);

-- Columns are what students see; draft holds what is written but not published (null: nothing). An unpublished course has no
-- draft: its columns are edited directly. Order and belonging are data: a module or lesson that no order lists is removed.
create table courses (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  link text not null,
  category_id bigint,
  position integer not null default 0,
  title text not null default '',
  description_title text not null default '',
  description text not null default '',
  workload_minutes integer not null default 0 check (workload_minutes >= 0),
  landing_page_url text not null default '',
  no_dripping boolean not null default true,
  dripping_what text not null default 'modules' check (dripping_what in ('modules', 'school_gateways')),
  dripping_when text not null default 'week' check (dripping_when in ('day', 'week', 'month')),
  is_private boolean not null default false,
  is_visible boolean not null default true,
  hide_to_affiliates boolean not null default false,
  has_comments boolean not null default true,
  cover_key text,
  module_order bigint[] not null default '{}',
  draft jsonb,
  version integer not null default 1,
  utc_published_on timestamptz,
  utc_created_on timestamptz not null default now(),
  primary key (school_id, id),
  constraint courses__link unique (school_id, link),
  foreign key (school_id, category_id) references categories (school_id, id)
);
select app.protect('courses');
create index courses__category on courses (school_id, category_id, position, id);

create table modules (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  course_id bigint not null,
  title text not null,
  always_available boolean not null default false,
  lesson_order bigint[] not null default '{}',
  draft jsonb,
  primary key (school_id, id),
  foreign key (school_id, course_id) references courses (school_id, id) on delete cascade
);
select app.protect('modules');
create index modules__course on modules (school_id, course_id);

create table lessons (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  course_id bigint not null,
  link text not null,
  title text not null default 'Nova aula',
  description text not null default '',
  main_media_url text not null default '',
  main_media_duration integer not null default 0,
  files jsonb not null default '[]',
  external_links jsonb not null default '[]',
  is_private boolean not null default false,
  is_visible boolean not null default true,
  draft jsonb,
  version integer not null default 1,
  utc_published_on timestamptz,
  utc_created_on timestamptz not null default now(),
  primary key (school_id, id),
  constraint lessons__link unique (school_id, course_id, link),
  foreign key (school_id, course_id) references courses (school_id, id) on delete cascade
);
select app.protect('lessons');
