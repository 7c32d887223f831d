-- What a school's settings write, and the addresses that schools have had.

alter table schools add column assistant_avatar_key text;
-- Its own domain no longer leads here. It is still served; mails lead to the platform's address meanwhile.
alter table schools add column is_domain_broken boolean not null default false;

-- Names that schools have left: they lead to the new one, and others may not take them at once to pass for the school. Asked before a school is
-- known, so it lies on the coordinator; the platform alone reaches it.
create table former_namespaces (
  namespace text primary key,
  school_id bigint not null,
  utc_released_on timestamptz not null
);
alter table former_namespaces owner to escola_owner;
grant select, insert, update, delete on former_namespaces to escola_platform;

-- One row per domain that a school uses, wants or has left; one school at a time has it. What is in use also stands in schools.domain.
create table school_domains (
  domain text primary key,
  school_id bigint not null,
  state text not null check (state in ('waiting', 'active', 'broken', 'released')),
  problem text check (problem in ('missing', 'elsewhere', 'silent')),
  failures int not null default 0,
  utc_claimed_on timestamptz not null,
  utc_checked_on timestamptz,
  utc_released_on timestamptz
);
alter table school_domains owner to escola_owner;
create unique index school_domains__current on school_domains (school_id) where state <> 'released';
grant select, insert, update, delete on school_domains to escola_platform;

insert into school_domains (domain, school_id, state, utc_claimed_on)
  select domain, id, 'active', utc_created_on from schools where domain is not null;
