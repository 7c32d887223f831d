-- A question that the school has answered earns its asker points.
alter table karma_entries drop constraint karma_entries_reason_check;
alter table karma_entries add constraint karma_entries_reason_check check (reason in ('lesson', 'course', 'question'));

-- What was answered before it earned anything earns it too.
insert into karma_entries (school_id, user_id, reason, subject_id, number, points, utc_created_on)
select t.school_id, t.user_id, 'question', t.id, 1, 5, min(r.utc_created_on)
from threads t join thread_replies r on r.school_id = t.school_id and r.thread_id = t.id and r.is_admin
group by t.school_id, t.user_id, t.id on conflict do nothing;
insert into karma_totals (school_id, user_id, karma)
select e.school_id, e.user_id, sum(e.points)::int from karma_entries e
where exists (select from karma_entries q where q.school_id = e.school_id and q.user_id = e.user_id and q.reason = 'question')
group by e.school_id, e.user_id
on conflict (school_id, user_id) do update set karma = excluded.karma;
