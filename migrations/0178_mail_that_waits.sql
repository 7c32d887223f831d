-- A mail that a server refuses for a reason other than its address waits and is tried again for as long as its news is worth it.
-- utc_try_on: moment of the next try, which retry_mail makes; null while a job has the mail. utc_undelivered_on: the mail was given up, and a person
-- should know.
alter table messages add column tries integer not null default 0;
alter table messages add column address_refusals integer not null default 0;
alter table messages add column utc_try_on timestamptz;
alter table messages add column utc_worth_until timestamptz;
alter table messages add column utc_undelivered_on timestamptz;
alter table messages drop constraint messages_outcome_check;
alter table messages add constraint messages_outcome_check check (outcome in ('number_refused', 'unknown', 'unsent', 'undelivered',
  'address_refused', 'too_late', 'gone', 'discarded', 'sent_again')) not valid;

-- Refusals that say nothing of an address, since the last mail that was taken: with counts_for_school of a school, and with counts_for_all of all
-- schools. One that may be the mailbox's own counts for all alone.
create table mail_refusals (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  mail text not null,
  counts_for_all boolean not null default true,
  counts_for_school boolean not null default true,
  utc_refused_on timestamptz not null
);
alter table mail_refusals owner to escola_owner;
grant select, insert, update (counts_for_all), delete on mail_refusals to escola_platform;

-- Mail that is stopped: the row of school 0 stops the mail of all. The worker that moves utc_probe_on may try one mail. is_away: the server could not
-- be used at all, as of its latest answer.
create table mail_stopped (
  school_id bigint primary key,
  words text not null,
  is_away boolean not null default false,
  probes integer not null default 0,
  utc_since timestamptz not null,
  utc_probe_on timestamptz not null
);
alter table mail_stopped owner to escola_owner;
grant select, insert, update, delete on mail_stopped to escola_platform;

-- Mails that only the platform's administrators see: those to addresses that are no member's, which wait here with their sealed text, and undelivered
-- mails about accounts, whose message stands in the school. Rows go when the mail is taken, or some days later.
create table platform_mails (
  id bigint generated always as identity primary key,
  key text not null,
  kind text not null,
  school_id bigint,
  message_id bigint,
  sealed_person text not null,
  sealed_mail text,
  outcome text check (outcome in ('address_refused', 'too_late', 'unsent')),
  tries integer not null default 0,
  address_refusals integer not null default 0,
  utc_kept_on timestamptz not null,
  utc_worth_until timestamptz not null,
  utc_ends_on timestamptz not null,
  constraint platform_mails__key unique (key)
);
alter table platform_mails owner to escola_owner;
grant select, insert, update (outcome, tries, address_refusals), delete on platform_mails to escola_platform;
create index platform_mails__ends on platform_mails (utc_ends_on);
