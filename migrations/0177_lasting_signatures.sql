-- Signed tokens of other systems that say nothing of their end, by the hash of what was signed, since their first use: each is good for a year.
create table access_api_signatures (
  school_id bigint not null default app.school_id() references schools,
  token_hash text not null,
  utc_first_used_on timestamptz not null,
  primary key (school_id, token_hash)
);
select app.protect('access_api_signatures');
