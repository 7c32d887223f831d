-- A school's key to its access API. The secret signs what other systems ask, so it has to be read again: it is sealed with a key of the
-- installation's.
create table access_api_keys (
  school_id bigint not null default app.school_id() references schools,
  key text not null,
  sealed_secret text not null,
  utc_created_on timestamptz not null,
  primary key (school_id)
);
select app.protect('access_api_keys');

-- A class that other systems may enroll into, by the name that they call it.
create table access_api_integrations (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  cohort_id bigint not null,
  hash text not null,
  utc_created_on timestamptz not null,
  primary key (school_id, id),
  constraint access_api_integrations__cohort unique (school_id, cohort_id),
  constraint access_api_integrations__hash unique (school_id, hash),
  foreign key (school_id, cohort_id) references cohorts (school_id, id) on delete cascade
);
select app.protect('access_api_integrations');

-- Who holds one may enroll into its integration's class until it is over.
create table access_api_hashes (
  school_id bigint not null default app.school_id() references schools,
  token_hash text not null,
  integration_id bigint not null,
  utc_expires_on timestamptz not null,
  primary key (school_id, token_hash),
  foreign key (school_id, integration_id) references access_api_integrations (school_id, id) on delete cascade
);
select app.protect('access_api_hashes');
create index access_api_hashes__integration on access_api_hashes (school_id, integration_id);
create index access_api_hashes__expiry on access_api_hashes (school_id, utc_expires_on);

-- What signs a student in whom another system has enrolled. The platform reads it, as it does access links.
create table access_api_tokens (
  school_id bigint not null default app.school_id() references schools,
  token_hash text not null,
  user_id bigint not null,
  utc_expires_on timestamptz not null,
  primary key (school_id, token_hash),
  foreign key (school_id, user_id) references memberships (school_id, user_id) on delete cascade
);
select app.protect('access_api_tokens');
create index access_api_tokens__user on access_api_tokens (school_id, user_id);
create index access_api_tokens__expiry on access_api_tokens (school_id, utc_expires_on);
create policy platform on access_api_tokens for select to escola_platform using (true);
grant select on access_api_tokens to escola_platform;
