-- Users whom a school has erased: they join it again by the school's will alone. Nothing else is kept of them, and the row goes with the account.
create table erased_people (
  school_id bigint not null default app.school_id() references schools,
  user_id bigint not null references users,
  primary key (school_id, user_id)
);
select app.protect('erased_people', on_coordinator => true);
create index erased_people__user on erased_people (user_id);
create policy platform on erased_people for all to escola_platform using (true) with check (true);
grant select, delete on erased_people to escola_platform;
