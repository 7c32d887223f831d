-- Lock of the issues of one certificate: each reissue and each drawing holds its row, so that numbers follow each other. Learning's rows stay free.
create table certificate_issues (
  school_id bigint not null default app.school_id() references schools,
  user_id bigint not null,
  -- No key to courses: a certificate outlives the course that it proves.
  course_id bigint not null,
  primary key (school_id, user_id, course_id),
  foreign key (school_id, user_id) references memberships (school_id, user_id)
);
select app.protect('certificate_issues');
