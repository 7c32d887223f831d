-- News for a school's administrators, once each. Some minutes later a digest tells what still stands; group_id names the rows of one kind in it.
create table admin_notices (
  school_id bigint not null default app.school_id() references schools,
  id bigint generated always as identity,
  kind text not null check (kind in ('question_asked', 'sale_unmatched', 'import_ended', 'course_first_completed', 'certificate_failed')),
  subject_id bigint not null,
  group_id bigint,
  utc_created_on timestamptz not null,
  utc_told_on timestamptz,
  primary key (school_id, id),
  constraint admin_notices__once unique (school_id, kind, subject_id)
);
select app.protect('admin_notices');
create index admin_notices__untold on admin_notices (school_id, id) where utc_told_on is null;
create index admin_notices__group on admin_notices (school_id, group_id) where group_id is not null;
create index admin_notices__told on admin_notices (school_id, utc_told_on) where group_id is not null;

-- A course that was completed before is completed for the first time no more.
insert into admin_notices (school_id, kind, subject_id, utc_created_on, utc_told_on)
  select distinct school_id, 'course_first_completed', course_id, now(), now() from course_progress where utc_completed_on is not null;

-- Kinds of news that an administrator does not want to hear.
create table notice_refusals (
  school_id bigint not null default app.school_id() references schools,
  user_id bigint not null,
  kind text not null check (kind in ('question_asked', 'sale_unmatched', 'import_ended', 'course_first_completed', 'certificate_failed')),
  primary key (school_id, user_id, kind),
  foreign key (school_id, user_id) references memberships (school_id, user_id) on delete cascade
);
select app.protect('notice_refusals');

-- News with its subject as it is now. What was answered, matched, drawn or deleted meanwhile stands no more.
create view open_notices with (security_invoker = true) as
  select n.school_id, n.id, n.kind, n.subject_id, n.group_id, n.utc_told_on,
    coalesce(l.title, s.product_name, i.filename, c.title, k.course_title, '') as title,
    coalesce(m.name, nullif(s.buyer_name, ''), s.buyer_email, k.student_name, '') as person,
    i.cohort_id, c.link as course_link, coalesce(i.enrolled, 0) as enrolled, coalesce(i.refused, 0) as refused
  from admin_notices n
  left join threads t on t.school_id = n.school_id and n.kind = 'question_asked' and t.id = n.subject_id and t.utc_answered_on is null
  left join lessons l on l.school_id = n.school_id and l.id = t.lesson_id
  left join memberships m on m.school_id = n.school_id and m.user_id = t.user_id
  left join sales s on s.school_id = n.school_id and n.kind = 'sale_unmatched' and s.id = n.subject_id and s.state = 'unmatched'
  left join imports i on i.school_id = n.school_id and n.kind = 'import_ended' and i.id = n.subject_id
  left join courses c on c.school_id = n.school_id and n.kind = 'course_first_completed' and c.id = n.subject_id
  left join certificates k on k.school_id = n.school_id and n.kind = 'certificate_failed' and k.id = n.subject_id and k.status = 'failed'
    and k.utc_replaced_on is null
  where coalesce(t.id, s.id, i.id, c.id, k.id) is not null;
alter view open_notices owner to escola_owner;
grant select on open_notices to escola_app;

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in ('course_published', 'certificate_issued', 'access_given', 'question_answered',
  'question_asked', 'sale_unmatched', 'import_ended', 'course_first_completed', 'certificate_failed'));
alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check
  check (kind in ('activation', 'invitation', 'enrollment', 'recovery', 'certificate_ready', 'question_answered', 'school_blocked',
    'admin_digest'));
