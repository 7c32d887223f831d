-- Latest hour in which the member was in the school. Of earlier visits the first one is known, and each completed lesson.
alter table memberships add column utc_seen_on timestamptz;
update memberships set utc_seen_on = utc_entered_on where utc_entered_on is not null;
update memberships m set utc_seen_on = greatest(m.utc_seen_on, d.utc_last_on)
  from (select school_id, user_id, max(utc_completed_on) as utc_last_on from lesson_completions group by school_id, user_id) d
  where d.school_id = m.school_id and d.user_id = m.user_id;
