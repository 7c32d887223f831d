-- A new term may be for what an integration has sold to a class. What that is stands in the row, because the integration may sell other products when the
-- job goes on.
alter table term_changes
  add column integration_id bigint,
  -- Platform, beginning of the codes of its purchases, and the products, or all but these.
  add column sold jsonb,
  -- Null: an integration leaves it to the class from now on.
  alter column term drop not null;
alter table term_changes add constraint term_changes_sold_check check ((integration_id is null) = (sold is null));
alter table term_changes add constraint term_changes_term_check check (term is not null or sold is not null);
drop index term_changes__under_way;
create unique index term_changes__under_way on term_changes (school_id, cohort_id, coalesce(integration_id, 0)) where utc_ended_on is null;

-- Tells whether the key of a sale's grant is of what an integration has sold.
create function app.is_sold(source_key text, sold jsonb) returns boolean
  language sql immutable parallel safe
  return split_part(source_key, ':', 1) = sold ->> 'platform'
    and starts_with(split_part(source_key, ':', 2), sold ->> 'codes')
    and (sold -> 'items' ? split_part(source_key, ':', 3)) <> (sold ->> 'rest')::boolean;
