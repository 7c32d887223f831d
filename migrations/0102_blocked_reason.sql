-- Reason of a block, as the platform tells it to the school's administrators.
alter table schools add column blocked_reason text not null default '';

alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check check (kind in (
  'activation', 'invitation', 'enrollment', 'recovery', 'certificate_ready', 'question_answered', 'school_blocked'
));
