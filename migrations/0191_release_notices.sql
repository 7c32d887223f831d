-- Changes of a new release for a school, until one of its administrators has read them. The release that changes something writes the row.
create table release_notices (
  school_id bigint not null default app.school_id() references schools,
  kind text not null,
  utc_created_on timestamptz not null,
  primary key (school_id, kind)
);
select app.protect('release_notices');
