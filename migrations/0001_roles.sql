-- Who may do what. escola_owner owns every table and cannot log in; escola_app (api and worker) works inside one school at a
-- time; escola_platform signs people in, finds schools and relays the outbox; escola_queue owns the job queue's own schema.
create schema app;
create schema queue;
grant usage on schema app, public to escola_app, escola_platform;
alter schema app owner to escola_owner;
alter schema queue owner to escola_queue;
grant create on schema public, app to escola_owner;
revoke create on schema public from public;

-- The school of the running transaction; null outside one. nullif: after a commit the setting is '', not null.
create function app.school_id() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.school_id', true), '')::bigint $$;

-- Every school's table goes through here: row-level security enabled and forced, one policy for the app, one for the platform
-- only where it was granted something.
create function app.protect(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s owner to escola_owner', target);
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy school on %s for all to escola_app using (school_id = app.school_id()) with check (school_id = app.school_id())', target);
  execute format('grant select, insert, update, delete on %s to escola_app', target);
end $$;
