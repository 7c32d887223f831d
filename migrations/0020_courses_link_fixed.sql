-- A link follows its title until somebody may have been told it: from the first publication on it stays, also when the course is
-- taken back. Fixed links are what this remembers, because utc_published_on forgets.
alter table courses add column link_fixed boolean not null default false;
alter table lessons add column link_fixed boolean not null default false;
