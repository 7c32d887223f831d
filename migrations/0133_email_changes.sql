-- Changes of a user's own e-mail. A row is asked for until a code from the new mailbox has proven it (utc_changed_on); then the old mailbox may undo
-- it until utc_undo_until. It has ended when it was undone, when a later undo went further back, or when its time was over.
create table email_changes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  old_email text not null default '',
  new_email text not null,
  device text not null,
  wrong_codes integer not null default 0,
  utc_asked_on timestamptz not null,
  utc_changed_on timestamptz,
  utc_undo_until timestamptz,
  utc_ended_on timestamptz
);
alter table email_changes owner to escola_owner;
create index email_changes__user on email_changes (user_id);
create unique index email_changes__asked on email_changes (user_id) where utc_changed_on is null;
grant select, insert, update, delete on email_changes to escola_platform;

-- A row of users with former_of holds an e-mail that this user had until some days ago: no other user has it meanwhile, and it leads to this one. The key
-- on e-mails keeps it so for callers at the same moment.
alter table users add column former_of bigint;
alter table users add constraint users__former_of foreign key (former_of) references users (id);
create index users__former on users (former_of) where former_of is not null;
grant delete on users to escola_platform;

-- A user without a school may choose a new password after an undo.
alter table email_tokens alter column school_id drop not null;
