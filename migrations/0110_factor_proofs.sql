-- When the session's user last showed the second factor or a passkey: what takes a factor away asks for it, and not for the password alone.
alter table sessions add column utc_factor_proven_on timestamptz;
