-- Reasons why a student is in a class, each from when until when. Access lives while one grant lives; enrollments is the projection that reads use.
create table enrollment_grants (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  -- The class may be gone: its grants stay, with the title that it had.
  cohort_id bigint not null,
  cohort_title text,
  user_id bigint not null,
  source text not null check (source in ('manual', 'public-class', 'school-admin', 'school-register', 'importer', 'api', 'sale')),
  -- The import, the integration, or the purchase and its item that gave it. The C order makes keys that begin alike a range of an index.
  source_key text collate "C" not null default '',
  granted_by bigint,
  utc_starts_on timestamptz not null,
  utc_ends_on timestamptz,
  utc_ended_on timestamptz,
  ended_why text check (ended_why in ('removed_by_school', 'cohort_deleted', 'refunded', 'canceled', 'subscription_ended', 'expired')),
  ended_by bigint,
  primary key (school_id, id),
  constraint enrollment_grants_ended_check check ((utc_ended_on is null) = (ended_why is null)),
  foreign key (school_id, user_id) references memberships (school_id, user_id) on delete cascade
);
select app.protect('enrollment_grants');
create unique index enrollment_grants__live on enrollment_grants (school_id, cohort_id, user_id, source, source_key) where utc_ended_on is null;
create index enrollment_grants__user on enrollment_grants (school_id, user_id, cohort_id);
create index enrollment_grants__source on enrollment_grants (school_id, source, source_key);
create index enrollment_grants__due on enrollment_grants (school_id, utc_ends_on) where utc_ended_on is null and utc_ends_on is not null;
-- The platform puts a student who signs up into the public class.
create policy platform on enrollment_grants for all to escola_platform using (true) with check (true);
grant select, insert on enrollment_grants to escola_platform;

-- The latest end of the living grants; null: there is no end.
alter table enrollments add column utc_ends_on timestamptz;
grant update (origin, utc_created_on, utc_ends_on) on enrollments to escola_platform;

-- The moment at which a school's next job of a kind is due: the relay asks for it each minute, across schools.
create table due_jobs (
  school_id bigint not null default app.school_id() references schools,
  name text not null,
  utc_due_on timestamptz not null,
  primary key (school_id, name)
);
select app.protect('due_jobs', on_coordinator => true);
create index due_jobs__due on due_jobs (utc_due_on);
create policy platform on due_jobs for select to escola_platform using (true);
grant select on due_jobs to escola_platform;

-- Purchases know the subscription that they belong to, which their grants were told until now.
alter table sales_transactions add column subscription_code text;
create index sales_transactions__subscription on sales_transactions (school_id, platform, subscription_code) where subscription_code is not null;
insert into sales_transactions (school_id, platform, kind, code, subscription_code)
  select g.school_id, g.platform, 'purchase', g.transaction_code, max(g.subscription_code) from sales_grants g
  group by g.school_id, g.platform, g.transaction_code
  on conflict (school_id, platform, kind, code) do update set subscription_code = excluded.subscription_code;

-- Grants of sales. A key is platform:transaction:item with its own colons escaped; the items of earlier purchases are not known. The first living
-- purchase of a student whom a platform brought keeps the date of the enrolment, and no other gives an earlier one.
insert into enrollment_grants (school_id, cohort_id, user_id, source, source_key, utc_starts_on, utc_ends_on, utc_ended_on, ended_why)
  select g.school_id, g.cohort_id, g.user_id, 'sale',
    g.platform || ':' || replace(replace(g.transaction_code, '%', '%25'), ':', '%3A') || ':',
    case
      when g.utc_ended_on is not null or e.user_id is null then g.utc_granted_on
      when e.origin = g.platform and row_number() over (partition by g.school_id, g.cohort_id, g.user_id, g.utc_ended_on is null
        order by (g.platform = e.origin) desc, g.utc_granted_on, g.transaction_code) = 1 then e.utc_created_on
      else greatest(g.utc_granted_on, e.utc_created_on) end,
    g.utc_ends_on,
    case when g.utc_ended_on is null and e.user_id is null then now() else g.utc_ended_on end,
    case
      when g.utc_ended_on is null then case when e.user_id is null then 'removed_by_school' end
      when g.utc_ends_on is not null then 'subscription_ended'
      when t.utc_paid_back_on is not null then 'refunded'
      else 'canceled' end
  from sales_grants g
  left join enrollments e on e.school_id = g.school_id and e.cohort_id = g.cohort_id and e.user_id = g.user_id
  left join sales_transactions t on t.school_id = g.school_id and t.platform = g.platform and t.kind = 'purchase' and t.code = g.transaction_code
  on conflict do nothing;

-- Every other enrolment is the grant that its origin says. A platform's enrolment without a living purchase keeps its student in the class.
insert into enrollment_grants (school_id, cohort_id, user_id, source, source_key, utc_starts_on)
  select e.school_id, e.cohort_id, e.user_id,
    case when e.origin in ('public-class', 'school-admin', 'school-register', 'importer', 'api') then e.origin else 'manual' end,
    case when e.origin in ('manual', 'public-class', 'school-admin', 'school-register', 'importer', 'api') then '' else 'before grants' end,
    e.utc_created_on
  from enrollments e
  where e.origin not in ('hotmart', 'eduzz', 'octapay', 'mercadopago', 'bravapay', 'fornece') or not exists (
    select from enrollment_grants g where g.school_id = e.school_id and g.cohort_id = e.cohort_id and g.user_id = e.user_id
      and g.source = 'sale' and g.utc_ended_on is null)
  on conflict do nothing;

update enrollments e set utc_ends_on = g.utc_ends_on
  from (select school_id, cohort_id, user_id, max(utc_ends_on) as utc_ends_on from enrollment_grants
    where utc_ended_on is null group by school_id, cohort_id, user_id having bool_and(utc_ends_on is not null)) g
  where g.school_id = e.school_id and g.cohort_id = e.cohort_id and g.user_id = e.user_id;

insert into due_jobs (school_id, name, utc_due_on)
  select school_id, 'enrollments.end_due', min(utc_ends_on) from enrollment_grants
  where utc_ended_on is null and utc_ends_on is not null group by school_id
  on conflict do nothing;

-- The job of the night is replaced by the one that due_jobs names.
delete from outbox where name = 'sales.end_grants';
drop table sales_grants;
