-- Certificates of a template that are issued again, by a job in batches. A run that was broken off goes on behind its last record.
create table certificate_reissues (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  template_id bigint not null,
  -- Certificates of later say what the template says anyway.
  until_record_id bigint not null,
  total integer not null,
  done integer not null default 0,
  reissued integer not null default 0,
  last_record_id bigint not null default 0,
  utc_asked_on timestamptz not null,
  utc_ended_on timestamptz,
  primary key (school_id, id),
  foreign key (school_id, template_id) references certificate_templates (school_id, id) on delete cascade
);
select app.protect('certificate_reissues');
create unique index certificate_reissues__under_way on certificate_reissues (school_id, template_id) where utc_ended_on is null;
create index certificate_reissues__template on certificate_reissues (school_id, template_id, id);

-- Certificates that stayed as they were, because what they would say can't be issued.
create table certificate_reissue_refusals (
  school_id bigint not null default app.school_id() references schools,
  reissue_id bigint not null,
  record_id bigint not null,
  why text not null,
  primary key (school_id, reissue_id, record_id),
  foreign key (school_id, reissue_id) references certificate_reissues (school_id, id) on delete cascade,
  foreign key (school_id, record_id) references certificate_records (school_id, id) on delete cascade
);
select app.protect('certificate_reissue_refusals');
create index certificate_reissue_refusals__record on certificate_reissue_refusals (school_id, record_id);

-- A student issues a certificate once again by themselves, after their name was corrected.
alter table certificate_records add column utc_student_reissued_on timestamptz;

-- Issues that count, by template: the list of them, their number and the run that issues them again read this alone.
create index certificates__template on certificates (school_id, template_id, record_id) include (id) where utc_replaced_on is null;
create index certificates__unsettled on certificates (school_id, status, record_id) where status <> 'ready';
create index certificate_records__revoked on certificate_records (school_id, id) where utc_revoked_on is not null;
