-- When somebody lately did what is limited: signed in, asked for a mail. All processes count here where there is no Redis. A key is
-- kept as a keyed hash, for it names people and addresses. Times are milliseconds since 1970. Lost in a crash, and no harm done.
create unlogged table rate_counters (
  key_hash text primary key,
  times_ms bigint[] not null,
  utc_ends_on timestamptz not null
) with (fillfactor = 50);
alter table rate_counters owner to escola_owner;
grant select, insert, update, delete on rate_counters to escola_platform;
