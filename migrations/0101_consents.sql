-- Each text that the terms and the policy of a school had. What was accepted never changes: a later text is another version.
create table page_versions (
  school_id bigint not null default app.school_id() references schools,
  page text not null check (page in ('termos-e-condicoes', 'politica-de-privacidade')),
  number int not null,
  html text not null,
  utc_written_on timestamptz not null,
  was_accepted boolean not null default false,
  primary key (school_id, page, number)
);
select app.protect('page_versions');
revoke delete on page_versions from escola_app;
insert into page_versions (school_id, page, number, html, utc_written_on)
  select school_id, page, 1, html, utc_updated_on from school_pages where page <> 'sobre';

-- The platform's own texts, each as it was when an owner accepted it.
create table platform_page_versions (
  page text not null check (page in ('termos-e-condicoes', 'politica-de-privacidade')),
  number int not null,
  html text not null,
  utc_written_on timestamptz not null,
  primary key (page, number)
);
alter table platform_page_versions owner to escola_owner;
grant select, insert on platform_page_versions to escola_platform;

-- Texts that a user has accepted, by whose page and which version of it.
create table consents (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  user_id bigint not null,
  whose text not null check (whose in ('school', 'platform')),
  page text not null,
  version int not null,
  way text not null check (way in ('sign-up', 'invitation', 'join')),
  utc_given_on timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, user_id) references memberships (school_id, user_id) on delete cascade
);
select app.protect('consents');
create index consents__user on consents (school_id, user_id);
revoke insert, update, delete on consents from escola_app;
create policy platform on consents for all to escola_platform using (true) with check (true);
grant select, insert on consents to escola_platform;
