-- People. Known to the platform alone: no school's query ever reads this table.
create table users (
  id bigint generated always as identity primary key,
  email text not null constraint users__email unique check (email = lower(email)),
  name text not null default '',
  password_hash text,
  cellphone text not null default '',
  cpf text not null default '',
  dark_mode boolean not null default false,
  platform_role text not null default 'student' check (platform_role in ('admin', 'academy', 'academy-admin', 'teacher', 'student')),
  utc_email_confirmed_on timestamptz,
  utc_created_on timestamptz not null default now()
);
alter table users owner to escola_owner;
grant select, insert, update on users to escola_platform;

create table schools (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null default '',
  cellphone text not null default '',
  namespace text constraint schools__namespace unique check (namespace = lower(namespace)),
  domain text constraint schools__domain unique check (domain = lower(domain)),
  use_own_domain boolean not null default false,
  is_private boolean not null default false,
  is_blocked boolean not null default false,
  is_academy boolean not null default false,
  ui_theme text not null default 'jabuticaba',
  logo_square_key text, logo_dark_square_key text, logo_wide_key text, logo_dark_wide_key text,
  assistant_name text not null default 'Sensei',
  google_analytics_code text not null default '',
  facebook_pixel text not null default '',
  has_rank boolean not null default false,
  has_notifications boolean not null default false,
  has_support boolean not null default false,
  has_certificate boolean not null default true,
  has_affiliation boolean not null default false,
  has_api boolean not null default false,
  has_multiple_users boolean not null default false,
  has_video_upload boolean not null default false,
  utc_created_on timestamptz not null default now()
);
alter table schools owner to escola_owner;
alter table schools enable row level security;
alter table schools force row level security;
create policy school on schools for all to escola_app using (id = app.school_id()) with check (id = app.school_id());
create policy platform on schools for all to escola_platform using (true) with check (true);
grant select, update on schools to escola_app;
grant select, insert, update on schools to escola_platform;

-- One row per person and school: what this school knows of them. password_hash is one that its administrator set, good for this school only.
create table memberships (
  school_id bigint not null default app.school_id() references schools,
  user_id bigint not null references users,
  is_admin boolean not null default false,
  is_student boolean not null default true,
  name text not null,
  email text not null,
  cellphone text not null default '',
  origin text not null default 'school-register',
  notes text not null default '',
  link text not null default replace(gen_random_uuid()::text, '-', ''),
  password_hash text,
  access_token_hash text,
  profile_description text not null default '',
  profile_image_key text,
  utc_created_on timestamptz not null default now(),
  primary key (school_id, user_id),
  constraint memberships__link unique (school_id, link),
  constraint memberships__email unique (school_id, email)
);
select app.protect('memberships');
create index memberships__created on memberships (school_id, utc_created_on desc, user_id);
create index memberships__user on memberships (user_id);
create policy platform on memberships for all to escola_platform using (true) with check (true);
grant select, insert, update on memberships to escola_platform;

-- school_id null: opened with the person's own password, good for all their schools. Else: opened with something that the
-- school's administrator controls, good for that school alone.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references users,
  school_id bigint references schools,
  utc_created_on timestamptz not null default now(),
  utc_expires_on timestamptz not null,
  utc_revoked_on timestamptz
);
alter table sessions owner to escola_owner;
create index sessions__user on sessions (user_id);
grant select, insert, update, delete on sessions to escola_platform;

-- Links that arrive by e-mail. The token itself is never stored.
create table email_tokens (
  token_hash text primary key,
  purpose text not null check (purpose in ('activation', 'invitation', 'recovery')),
  user_id bigint not null references users,
  school_id bigint not null references schools,
  utc_created_on timestamptz not null default now(),
  utc_expires_on timestamptz not null,
  utc_used_on timestamptz
);
alter table email_tokens owner to escola_owner;
create index email_tokens__user on email_tokens (user_id);
grant select, insert, update, delete on email_tokens to escola_platform;

-- The one door from a school to the global list of people: e-mails in, ids out, missing people made. It tells nothing else.
create function app.ensure_users(emails text[]) returns table (user_id bigint, email text)
language sql volatile security definer set search_path = public, pg_temp as $$
  insert into users (email) select distinct e from unnest(emails) e order by e on conflict on constraint users__email do nothing;
  select u.id, u.email from users u where u.email = any (emails)
$$;
alter function app.ensure_users(text[]) owner to escola_owner;
revoke all on function app.ensure_users(text[]) from public;
grant execute on function app.ensure_users(text[]) to escola_app;
