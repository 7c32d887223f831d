-- Links by which the reader of a mailbox says that a new account, passkey or second factor is not theirs. passkey_id: the passkey of such a link.
alter table email_tokens add column passkey_id text;
alter table email_tokens drop constraint email_tokens_purpose_check;
alter table email_tokens add constraint email_tokens_purpose_check check (purpose in
  ('activation', 'invitation', 'recovery', 'sign_up_denial', 'passkey_denial', 'second_factor_denial')) not valid;
