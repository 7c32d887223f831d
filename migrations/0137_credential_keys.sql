-- Keys that sign the credentials of certificates. Public halves stay for ever, so that what was signed can be checked; the private half of a key
-- goes when the next one takes its place.
create table credential_keys (
  id uuid primary key,
  -- Address of the public half, which every credential names.
  kid text not null,
  public_jwk jsonb not null,
  sealed_private_key text,
  utc_created_on timestamptz not null,
  utc_retired_on timestamptz
);
alter table credential_keys owner to escola_owner;
create unique index credential_keys__signing on credential_keys ((true)) where sealed_private_key is not null;
grant select, insert, update (sealed_private_key, utc_retired_on) on credential_keys to escola_platform;
