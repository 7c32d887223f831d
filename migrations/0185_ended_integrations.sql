-- Integrations that ended stay, also those of a class that was deleted: renewals of those who bought by them follow their rules.
alter table sales_integrations add column utc_ended_on timestamptz;
alter table sales_integrations drop constraint sales_integrations_school_id_cohort_id_fkey;

-- Moment since which a class takes no new purchases; its subscribers go on.
alter table cohorts add column utc_sales_ended_on timestamptz;
-- Moment since which a class is left out of lists; it works as before.
alter table cohorts add column utc_archived_on timestamptz;

-- Class that an administrator has chosen for a purchase alone, whose own was deleted.
alter table sales add column chosen_cohort_id bigint;
