-- A name that led here before it was asked for, or that another school had, is proven by a TXT record. Null until a look has shown whether it leads here.
alter table school_domains add column needs_txt boolean;
update school_domains set needs_txt = false where state <> 'waiting' or utc_checked_on is not null;
alter table school_domains drop constraint school_domains_problem_check;
alter table school_domains add constraint school_domains_problem_check check (problem in ('missing', 'elsewhere', 'silent', 'unproven'));
