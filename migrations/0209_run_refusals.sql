-- Certificates that a run of re-issues left as they were, because their text can't be issued.
create table run_refusals (
  school_id bigint not null default app.school_id() references schools,
  run_id bigint not null,
  record_id bigint not null,
  why text not null,
  primary key (school_id, run_id, record_id),
  foreign key (school_id, run_id) references runs (school_id, id) on delete cascade,
  foreign key (school_id, record_id) references certificate_records (school_id, id) on delete cascade
);
select app.protect('run_refusals');
create index run_refusals__record on run_refusals (school_id, record_id);
