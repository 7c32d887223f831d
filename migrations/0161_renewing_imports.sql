-- An import gives those who are in its class already another grant only when it is asked to; each one of before did.
alter table imports add column renews boolean not null default true;
alter table imports alter column renews set default false;
