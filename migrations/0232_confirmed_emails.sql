-- email_confirmed: the address that an administrator of the school has called right although it looks mistyped. It counts while the e-mail is that address.
alter table memberships add column email_confirmed text;
