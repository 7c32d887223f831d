-- Work in the public class stood still when the school became private while it went on, and no other could begin. Such work ends:
-- all of it where the class is hidden, and that older than a day where the school is public again. Its counts say what was done.
update bulk_changes b set utc_ended_on = now(), selection = null from cohorts h
  where h.school_id = b.school_id and h.is_public and h.id in (b.cohort_id, b.from_cohort_id)
    and b.utc_ended_on is null and (h.is_hidden or b.utc_asked_on < now() - interval '1 day');
update moves v set utc_ended_on = now() from cohorts h
  where h.school_id = v.school_id and h.is_public and h.id in (v.cohort_id, v.target_id)
    and v.utc_ended_on is null and (h.is_hidden or v.utc_asked_on < now() - interval '1 day');
update imports i set status = 'failed', failure = 'Não foi possível concluir a importação. Envie o arquivo novamente.', utc_finished_on = now() from cohorts h
  where h.school_id = i.school_id and h.is_public and h.id = i.cohort_id
    and i.status in ('pending', 'running') and (h.is_hidden or i.utc_created_on < now() - interval '1 day');
