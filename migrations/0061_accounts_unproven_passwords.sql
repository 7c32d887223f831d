-- A password that somebody typed without proving the e-mail may be a stranger's. It ends when a school writes that e-mail down: from
-- then on the invitation in the mailbox is the way in, so a stranger's password never opens what a school gives.
create or replace function app.ensure_users(emails text[]) returns table (user_id bigint, email text)
language sql volatile security definer set search_path = public, pg_temp as $$
  insert into users (email) select distinct e from unnest(emails) e order by e on conflict on constraint users__email do nothing;
  with unproven as (
    update users u set password_hash = null
    from (select id from users where users.email = any (emails) and password_hash is not null and utc_email_confirmed_on is null
      order by id for update) p
    where u.id = p.id
    returning u.id
  )
  delete from email_tokens t using unproven where t.user_id = unproven.id and t.purpose = 'activation' and t.utc_used_on is null;
  select u.id, u.email from users u where u.email = any (emails)
$$;
