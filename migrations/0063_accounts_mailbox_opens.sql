-- Where people have proven who they are: with their own password, or with a link from their mailbox. Whatever strangers try elsewhere
-- holds nobody up there. An address is kept as a keyed hash that differs from person to person, never as it is.
create table familiar_addresses (
  user_id bigint not null references users,
  address_hash text not null,
  utc_proven_on timestamptz not null default now(),
  primary key (user_id, address_hash)
);
alter table familiar_addresses owner to escola_owner;
grant select, insert, update, delete on familiar_addresses to escola_platform;

-- As in 0061, but the activation links stay. Such a link went to the mailbox, so whoever has it may still choose a password.
create or replace function app.ensure_users(emails text[]) returns table (user_id bigint, email text)
language sql volatile security definer set search_path = public, pg_temp as $$
  insert into users (email) select distinct e from unnest(emails) e order by e on conflict on constraint users__email do nothing;
  update users u set password_hash = null
  from (select id from users where users.email = any (emails) and password_hash is not null and utc_email_confirmed_on is null
    order by id for update) p
  where u.id = p.id;
  select u.id, u.email from users u where u.email = any (emails)
$$;
