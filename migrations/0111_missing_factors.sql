-- A platform administrator's session reaches nothing until there is a second factor; the demonstration's may go on without, on the machine itself.
alter table sessions add column is_factor_skipped boolean not null default false;
alter table users add column is_demonstration boolean not null default false;
-- Demonstrations that were made before; no mail reaches this domain, so no user can have taken the account.
update users set is_demonstration = true where email = 'plataforma@escola.example';
