-- Users who have asked for their account to be deleted. They may take it back until the day comes; the row goes with what is erased.
create table account_deletions (
  user_id bigint primary key references users,
  utc_asked_on timestamptz not null,
  utc_due_on timestamptz not null
);
alter table account_deletions owner to escola_owner;
grant select, insert, update, delete on account_deletions to escola_platform;
