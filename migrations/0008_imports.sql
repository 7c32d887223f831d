create table imports (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  cohort_id bigint not null,
  filename text not null,
  file_id bigint not null,
  total_students integer not null,
  status text not null default 'pending' check (status in ('pending', 'running', 'done', 'failed')),
  processed integer not null default 0,
  created integer not null default 0,
  enrolled integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  failure text,
  created_by bigint not null,
  utc_created_on timestamptz not null default now(),
  utc_finished_on timestamptz,
  primary key (school_id, id),
  foreign key (school_id, cohort_id) references cohorts (school_id, id) on delete cascade,
  foreign key (school_id, file_id) references files (school_id, id)
);
select app.protect('imports');
create index imports__cohort on imports (school_id, cohort_id, id desc);

create table import_refusals (
  school_id bigint not null default app.school_id() references schools,
  import_id bigint not null,
  line integer not null,
  name text not null,
  email text not null,
  cellphone text not null,
  reason text not null,
  primary key (school_id, import_id, line),
  foreign key (school_id, import_id) references imports (school_id, id) on delete cascade
);
select app.protect('import_refusals');
