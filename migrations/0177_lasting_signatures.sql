-- Signed tokens of other systems without an end of their own, by the hash of what was signed: each is good for a year from its first use.
create table access_api_signatures (
  school_id bigint not null default app.school_id() references schools,
  token_hash text not null,
  utc_first_used_on timestamptz not null,
  utc_last_used_on timestamptz not null,
  primary key (school_id, token_hash)
);
select app.protect('access_api_signatures');
