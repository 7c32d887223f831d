-- Text messages whose provider tells by events what became of them. An event names the provider's id alone, so the map is asked before a school is
-- known, and stands on the coordinator of a cluster.
create table sent_sms (
  school_id bigint not null default app.school_id() references schools,
  message_id bigint not null,
  provider_id text not null,
  utc_sent_on timestamptz not null,
  primary key (school_id, message_id)
);
select app.protect('sent_sms', true);
revoke update, delete on sent_sms from escola_app;
create policy platform on sent_sms for all to escola_platform using (true);
grant select, delete on sent_sms to escola_platform;
create index sent_sms__provider on sent_sms (provider_id);
create index sent_sms__age on sent_sms (utc_sent_on);
