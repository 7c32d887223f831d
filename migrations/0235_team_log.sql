-- Changes that the team of a school has made there, for its owners to read. A line is written before its change, once for a person, a change and
-- its subject in half an hour.
create table team_changes (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  -- The member of the team. Names of people are read with the line: of people who were erased there is none.
  user_id bigint not null,
  -- Name of the route; the contract has words for it.
  change text not null,
  -- '' where a change has no subject, or one that can't be named.
  subject_kind text not null default '',
  subject_id text not null default '',
  subject_title text not null default '',
  -- The subject, where it is a person.
  subject_user_id bigint,
  times integer not null default 1,
  utc_half_hour timestamptz not null,
  utc_began_on timestamptz not null,
  utc_made_on timestamptz not null,
  primary key (school_id, id),
  unique (school_id, user_id, change, subject_kind, subject_id, utc_half_hour)
);
select app.protect('team_changes');
create index team_changes__newest on team_changes (school_id, utc_made_on, id);

-- Values that a change found and left. Those of a person go with them.
create table team_change_values (
  school_id bigint not null default app.school_id() references schools,
  change_id bigint not null,
  field text not null,
  before text not null,
  -- Null until the change has come to pass.
  after text,
  subject_user_id bigint,
  primary key (school_id, change_id, field),
  foreign key (school_id, change_id) references team_changes on delete cascade,
  foreign key (school_id, subject_user_id) references memberships on delete cascade
);
select app.protect('team_change_values');
create index team_change_values__subject on team_change_values (school_id, subject_user_id);
