-- Purchases of a report whose class was deleted, or takes no new ones, get a class alone, which sells nothing by that.
alter table sales_report_rows add column is_alone boolean not null default false;
alter table sales_report_rows add column chosen_cohort_id bigint;
