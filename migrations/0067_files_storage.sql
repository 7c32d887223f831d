-- How much a school's authors have uploaded, counted as it happens under the lock of this one row: summing all files at every upload
-- would cost more with each of them. What the product makes itself does not count. The nightly run compares it with the sum.
create table school_storage (
  school_id bigint not null default app.school_id() references schools,
  uploaded_bytes bigint not null default 0,
  primary key (school_id)
);
select app.protect('school_storage');

insert into school_storage (school_id, uploaded_bytes)
select school_id, sum(size_bytes) from files where purpose in ('lesson_file', 'course_cover', 'import') group by school_id;
