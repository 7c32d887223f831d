-- Both come with PostgreSQL and are trusted: whoever may create things in a database may add them.
create extension if not exists pg_trgm schema app;
create extension if not exists btree_gin schema app;

-- What a search looks into: each part on a line of its own, with a space before it, so that ' jo' is a word that begins with "jo".
alter table memberships add column folded text collate "C" not null
  generated always as (' ' || app.fold(name) || E'\n ' || app.fold(email)) stored;

-- Pages in either order, from either end, counted, passed over and searched without reading a row.
drop index memberships__created;
create index memberships__since on memberships (school_id, utc_created_on, user_id) include (is_student, folded);
create index memberships__name on memberships (school_id, name, user_id) include (is_student, folded);
create index memberships__students on memberships (school_id) where is_student;
drop index enrollments__newest;
create index enrollments__since on enrollments (school_id, cohort_id, utc_created_on, user_id);
-- What waits to be sorted in is read by each search: little of it at a time.
create index memberships__folded on memberships using gin (school_id, folded app.gin_trgm_ops)
  with (gin_pending_list_limit = 1024) where is_student;

-- Under row-level security "like" is asked only of rows that the policy has let through, so the app itself passes every index by. This runs with
-- the rights of the tables' owner, says its school by itself, and tells ids alone: the app reads their rows under its own policy. The index is
-- asked for a sketch of what is searched, because each piece of it costs; the rows that it brings up are looked at for the whole.
create function app.find_students(sketch text, pattern text, at_most integer) returns setof bigint
language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  school bigint := app.school_id();
begin
  return query select m.user_id from memberships m
    where m.school_id = school and m.is_student and m.folded like app.fold(sketch) and (m.folded || '') like app.fold(pattern) limit at_most;
end $$;
alter function app.find_students(text, text, integer) owner to escola_owner;
revoke all on function app.find_students(text, text, integer) from public;
grant execute on function app.find_students(text, text, integer) to escola_app;
create policy search on memberships for select to escola_owner using (true);
