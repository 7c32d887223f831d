-- Months that schools have not paid, as the platform lists them. A copy of what stands with each school's plan, written by the job that follows the plan.
create table open_graces (
  school_id bigint not null default app.school_id() references schools,
  -- Plan of the month that is not paid, and how it is to be paid.
  plan_id text not null,
  way text not null,
  -- Code of the last refusal; '' without one.
  fault text not null default '',
  utc_ends_on timestamptz not null,
  primary key (school_id)
);
select app.protect('open_graces', on_coordinator => true);
create index open_graces__end on open_graces (utc_ends_on, school_id);
create policy platform on open_graces for select to escola_platform using (true);
grant select on open_graces to escola_platform;

insert into open_graces (school_id, plan_id, way, utc_ends_on)
  select school_id, coalesce(case when pays_with <> 'pix' then invoice_plan_id end, case next_plan_id when 'onDemand' then plan_id else next_plan_id end),
    case pays_with when 'card' then 'card' else 'pix' end, utc_grace_ends_on
  from subscriptions where utc_grace_ends_on is not null;
