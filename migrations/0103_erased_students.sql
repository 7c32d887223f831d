-- The proof of a certificate stays when the data of its student are erased.
alter table certificates alter column user_id drop not null;
