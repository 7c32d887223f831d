-- Further e-mails of a student, within one school: sales and enrolments under such an address are the student's. It opens no session.
create table other_emails (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  user_id bigint not null,
  email text not null check (email = lower(email)),
  added_by bigint not null,
  utc_added_on timestamptz not null,
  primary key (school_id, id),
  constraint other_emails__email unique (school_id, email),
  foreign key (school_id, user_id) references memberships (school_id, user_id) on delete cascade
);
select app.protect('other_emails');
create index other_emails__user on other_emails (school_id, user_id);
