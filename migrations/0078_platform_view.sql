-- What administrators of the platform need above the schools: a list of all of them that is sorted, searched and paged from indexes, and a log of
-- what they do inside a school that is not theirs, for that school to read.

-- total_students is counted as students come and go, beside person_schools (core/person-schools.queries.ts). balance_cents is nothing until a
-- school buys something. folded is what a search looks into, as in memberships.
alter table schools add column total_students integer not null default 0;
alter table schools add column balance_cents bigint not null default 0;
alter table schools add column folded text collate "C" not null
  generated always as (' ' || app.fold(name) || E'\n ' || app.fold(email) || E'\n ' || coalesce(namespace, '') || E'\n ' || coalesce(domain, '')) stored;

update schools set total_students = counted.total
from (select school_id, count(*)::int as total from person_schools where is_student group by school_id) counted
where counted.school_id = schools.id;

create index schools__name on schools (name collate app.titles, id);
create index schools__date on schools (utc_created_on, id);
create index schools__students on schools (total_students, id);
create index schools__balance on schools (balance_cents, id);
create index schools__folded on schools using gin (folded app.gin_trgm_ops) with (gin_pending_list_limit = 64);

-- One visit of a platform administrator: what one session does in one school without long pauses. The name is what they were called then.
create table platform_visits (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  session_id uuid not null,
  user_id bigint not null references users,
  person_name text not null,
  utc_began_on timestamptz not null,
  utc_seen_on timestamptz not null,
  primary key (school_id, id)
);
select app.protect('platform_visits');
create index platform_visits__newest on platform_visits (school_id, utc_began_on, id);
create index platform_visits__session on platform_visits (school_id, session_id, utc_seen_on);

-- What they changed meanwhile: the route's name, written down before it runs.
create table platform_changes (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  visit_id bigint not null,
  method text not null,
  route text not null,
  was_refused boolean not null default false,
  utc_made_on timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, visit_id) references platform_visits (school_id, id)
);
select app.protect('platform_changes');
create index platform_changes__visit on platform_changes (school_id, visit_id, id);

-- A school reads its log and writes none of it; nobody takes anything back.
revoke insert, update, delete on platform_visits, platform_changes from escola_app;
create policy platform on platform_visits for all to escola_platform using (true) with check (true);
create policy platform on platform_changes for all to escola_platform using (true) with check (true);
grant select, insert, update on platform_visits, platform_changes to escola_platform;

-- A platform administrator has no membership in the schools that they visit, and asks again like anybody else.
alter table idempotency_keys drop constraint idempotency_keys_school_id_user_id_fkey;
