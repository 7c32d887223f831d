-- How a session is told apart from the person's others, and when its person last proved who they are.
alter table sessions add column device text not null default '';
alter table sessions add column utc_seen_on timestamptz;
alter table sessions add column utc_proven_on timestamptz;

-- What is below is asked before a school is known, lies on the first node and is joined to nothing; people are never deleted, so no key watches it.

-- The secret of an authenticator app, sealed with a key of the installation's. last_step: no code is taken twice.
create table second_factors (
  user_id bigint primary key,
  sealed_secret text not null,
  last_step bigint not null default 0,
  utc_created_on timestamptz not null,
  utc_confirmed_on timestamptz
);
alter table second_factors owner to escola_owner;
grant select, insert, update, delete on second_factors to escola_platform;

-- A code that was used is gone.
create table recovery_codes (
  user_id bigint not null,
  code_hash text not null,
  primary key (user_id, code_hash)
);
alter table recovery_codes owner to escola_owner;
grant select, insert, delete on recovery_codes to escola_platform;

create table passkeys (
  id text primary key,
  user_id bigint not null,
  name text not null,
  -- Base64url.
  public_key text not null,
  sign_count bigint not null,
  transports text[] not null,
  utc_created_on timestamptz not null,
  utc_used_on timestamptz
);
alter table passkeys owner to escola_owner;
create index passkeys__user on passkeys (user_id);
grant select, insert, delete, update (sign_count, utc_used_on) on passkeys to escola_platform;

-- What is good once and not for long: whoever has the token goes on where they stopped. session_school_id: the one school that a sign-in reaches.
create table one_time_tokens (
  token_hash text primary key,
  purpose text not null check (purpose in ('second_factor', 'new_passkey', 'passkey')),
  user_id bigint,
  session_school_id bigint,
  utc_expires_on timestamptz not null
);
alter table one_time_tokens owner to escola_owner;
create index one_time_tokens__user on one_time_tokens (user_id);
create index one_time_tokens__expiry on one_time_tokens (utc_expires_on);
grant select, insert, delete on one_time_tokens to escola_platform;
