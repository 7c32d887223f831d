-- Links of an integration may open a session once. The kind of a link is fixed when it is given, so a change of the integration is for later ones.
alter table access_api_integrations add column is_single_use boolean not null default false;
alter table access_api_tokens add column is_single_use boolean not null default false;
alter table access_api_tokens add column utc_used_on timestamptz;
-- A row stays after its link is over, so that the student is told that the link was used.
create policy platform_spends on access_api_tokens for update to escola_platform using (true) with check (true);
grant update (utc_used_on) on access_api_tokens to escola_platform;
