-- News of a course is told to those of the team who have the right in that course alone, so each piece of it names its course.
create or replace view open_notices with (security_invoker = true) as
  select n.school_id, n.id, n.kind, n.subject_id, n.group_id, n.utc_told_on,
    coalesce(l.title, s.product_name, i.filename, c.title, k.facts #>> '{courses,0,title}', h.title, f.name, w.held_why, af.name, xl.title, '') as title,
    coalesce(m.name, nullif(s.buyer_name, ''), s.buyer_email, k.facts ->> 'student_name', b.name, x.name, '') as person,
    coalesce(i.cohort_id, h.id) as cohort_id, coalesce(c.link, xc.link) as course_link, coalesce(i.enrolled, 0) as enrolled, coalesce(i.refused, 0) as refused,
    n.utc_created_on, coalesce(z.balance_cents, 0) as cents,
    coalesce(t.course_id, c.id, e.course_id) as course_id
  from admin_notices n
  left join threads t on t.school_id = n.school_id and n.kind = 'question_asked' and t.id = n.subject_id and t.utc_answered_on is null
  left join lessons l on l.school_id = n.school_id and l.id = t.lesson_id
  left join memberships m on m.school_id = n.school_id and m.user_id = t.user_id
  left join sales s on s.school_id = n.school_id and s.id = n.subject_id
    and (n.kind = 'sale_unmatched' and (s.state = 'unmatched' or s.waiting_items > 0) or n.kind = 'sale_without_email' and s.state = 'no_email')
  left join imports i on i.school_id = n.school_id and n.kind = 'import_ended' and i.id = n.subject_id
  left join courses c on c.school_id = n.school_id and n.kind = 'course_first_completed' and c.id = n.subject_id
  left join certificates k on k.school_id = n.school_id and n.kind = 'certificate_failed' and k.id = n.subject_id and k.status = 'failed'
    and k.utc_replaced_on is null
  left join enrollment_grants g on g.school_id = n.school_id and n.kind = 'cohort_outsold' and g.id = n.subject_id
  left join cohorts h on h.school_id = n.school_id and h.id = g.cohort_id
  left join memberships b on b.school_id = n.school_id and b.user_id = g.user_id
  left join franchisors f on f.school_id = n.school_id and f.franchisor_id = n.subject_id and case n.kind
    when 'affiliation_asked' then coalesce(f.utc_approved_on, f.utc_declined_on, f.utc_removed_on) is null
    when 'affiliation_removed' then f.utc_removed_on is not null end
  left join certificate_records w on w.school_id = n.school_id and n.kind = 'certificate_held' and w.id = n.subject_id
    and w.held_why is not null
  left join memberships x on x.school_id = n.school_id and x.user_id = w.user_id
  left join affiliates af on af.school_id = n.school_id and af.affiliate_id = n.subject_id and af.utc_removed_on is null and case n.kind
    when 'affiliate_approved' then af.utc_approved_on is not null and af.utc_declined_on is null
    when 'affiliate_declined' then af.utc_approved_on is null and af.utc_declined_on is not null
    when 'affiliate_left' then af.utc_approved_on is not null and af.utc_declined_on is not null end
  left join (select school_id, max(subject_id) as number from admin_notices where kind = 'balance_below_zero' group by school_id) y
    on y.school_id = n.school_id and n.kind = 'balance_below_zero' and y.number = n.subject_id
  left join school_bank z on z.school_id = n.school_id and y.number is not null and z.balance_cents < 0
  left join exams e on e.school_id = n.school_id and n.kind = 'exam_key_corrected' and e.id = n.subject_id
  left join lessons xl on xl.school_id = n.school_id and xl.id = e.lesson_id
  left join courses xc on xc.school_id = n.school_id and xc.id = e.course_id
  where coalesce(t.id, s.id, i.id, c.id, k.id, h.id, f.franchisor_id, w.id, z.school_id, af.affiliate_id, e.id) is not null;
