-- The last charge of a subscription that was cancelled: its end is one that no renewal moves.
alter table enrollment_grants add column is_last_charge boolean not null default false;

-- Ends of access that no renewal moves: that of a term, or of a subscription that was cancelled. A student whom something keeps longer is not there.
create view final_endings with (security_invoker = true) as
  select g.school_id, g.id, g.cohort_id, g.user_id, coalesce(g.utc_term_starts_on, g.utc_starts_on) as utc_starts_on, g.utc_ends_on
  from enrollment_grants g
  join enrollments e on e.school_id = g.school_id and e.cohort_id = g.cohort_id and e.user_id = g.user_id and e.utc_ends_on = g.utc_ends_on
  where g.utc_ended_on is null and (g.utc_ends_on = g.utc_term_ends_on or g.is_last_charge);
alter view final_endings owner to escola_owner;
grant select on final_endings to escola_app;
-- The clock and the filter of students pass over the many charges that renew.
create index enrollment_grants__final on enrollment_grants (school_id, utc_ends_on, id)
  where utc_ended_on is null and (utc_ends_on = utc_term_ends_on or is_last_charge);

-- Students who sign up enter the public class by the platform, which notes when its terms end.
create policy platform_lowers on due_jobs for update to escola_platform using (true) with check (true);
grant update (utc_due_on) on due_jobs to escola_platform;
insert into due_jobs (school_id, name, utc_due_on)
  select school_id, 'enrollments.end_due', min(utc_ends_on) from enrollment_grants
  where source = 'public-class' and utc_ended_on is null and utc_ends_on is not null group by school_id
  on conflict (school_id, name) do update set utc_due_on = least(due_jobs.utc_due_on, excluded.utc_due_on);
insert into due_jobs (school_id, name, utc_due_on)
  select school_id, 'enrollments.tell_ends', now() from enrollment_grants
  where source = 'public-class' and utc_ended_on is null and utc_ends_on is not null group by school_id
  on conflict (school_id, name) do update set utc_due_on = least(due_jobs.utc_due_on, excluded.utc_due_on);

-- Administrators hear of a class that is full, or takes no more students, when a sale comes in all the same. The kinds stand in the code alone.
alter table admin_notices drop constraint admin_notices_kind_check;
alter table admin_notices add constraint admin_notices_kind_check check (kind ~ '^[a-z]+(_[a-z]+)*$');
alter table notice_refusals drop constraint notice_refusals_kind_check;
alter table notice_refusals add constraint notice_refusals_kind_check check (kind ~ '^[a-z]+(_[a-z]+)*$');
create or replace view open_notices with (security_invoker = true) as
  select n.school_id, n.id, n.kind, n.subject_id, n.group_id, n.utc_told_on,
    coalesce(l.title, s.product_name, i.filename, c.title, k.facts #>> '{courses,0,title}', h.title, '') as title,
    coalesce(m.name, nullif(s.buyer_name, ''), s.buyer_email, k.facts ->> 'student_name', b.name, '') as person,
    coalesce(i.cohort_id, h.id) as cohort_id, c.link as course_link, coalesce(i.enrolled, 0) as enrolled, coalesce(i.refused, 0) as refused,
    n.utc_created_on
  from admin_notices n
  left join threads t on t.school_id = n.school_id and n.kind = 'question_asked' and t.id = n.subject_id and t.utc_answered_on is null
  left join lessons l on l.school_id = n.school_id and l.id = t.lesson_id
  left join memberships m on m.school_id = n.school_id and m.user_id = t.user_id
  left join sales s on s.school_id = n.school_id and n.kind = 'sale_unmatched' and s.id = n.subject_id and s.state = 'unmatched'
  left join imports i on i.school_id = n.school_id and n.kind = 'import_ended' and i.id = n.subject_id
  left join courses c on c.school_id = n.school_id and n.kind = 'course_first_completed' and c.id = n.subject_id
  left join certificates k on k.school_id = n.school_id and n.kind = 'certificate_failed' and k.id = n.subject_id and k.status = 'failed'
    and k.utc_replaced_on is null
  left join enrollment_grants g on g.school_id = n.school_id and n.kind = 'cohort_outsold' and g.id = n.subject_id
  left join cohorts h on h.school_id = n.school_id and h.id = g.cohort_id
  left join memberships b on b.school_id = n.school_id and b.user_id = g.user_id
  where coalesce(t.id, s.id, i.id, c.id, k.id, h.id) is not null;
