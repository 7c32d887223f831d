-- Number of a telephone with its country's code, +5511912345678, beside the text that was typed; null where the country is not known.
-- phone_read_from: the text from which it was read. It counts while cellphone is that text, so a process that writes the text alone does no harm.
alter table users add column phone_e164 text, add column phone_read_from text;
alter table schools add column phone_e164 text, add column phone_read_from text;
-- phone_confirmed: the number to which an administrator of the school has confirmed that text messages go.
alter table memberships add column phone_e164 text, add column phone_read_from text, add column phone_confirmed text;

-- Telephone of the buyer, which a search finds.
alter table sales add column buyer_phone text not null default '';

-- Ids and telephones of members by the last eight digits. As app.find_students, it runs with the rights of the tables' owner, because the index is
-- passed by under row-level security, and says its school by itself.
create function app.find_phones(tail text, at_most integer) returns table (id bigint, cellphone text)
language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  school bigint := app.school_id();
begin
  return query select m.user_id, m.cellphone from memberships m
    where m.school_id = school and right(m.cellphone, 8) = tail and m.cellphone <> '' limit at_most;
end $$;
alter function app.find_phones(text, integer) owner to escola_owner;
revoke all on function app.find_phones(text, integer) from public;
grant execute on function app.find_phones(text, integer) to escola_app;
