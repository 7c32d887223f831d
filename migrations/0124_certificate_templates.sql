-- People who sign the certificates of a model, in the order of the page.
create table certificate_signers (
  school_id bigint not null default app.school_id() references schools,
  template_id bigint not null,
  position integer not null,
  name text not null,
  role text not null default '',
  signature_key text,
  primary key (school_id, template_id, position),
  foreign key (school_id, template_id) references certificate_templates (school_id, id) on delete cascade
);
select app.protect('certificate_signers');
create policy platform on certificate_signers for insert to escola_platform with check (true);
grant insert on certificate_signers to escola_platform;
-- A school begins with a model and its signer, made in the transaction of the platform.
create policy platform_reads on certificate_templates for select to escola_platform using (true);
grant select on certificate_templates to escola_platform;
insert into certificate_signers (school_id, template_id, position, name, signature_key)
  select school_id, id, 1, signature_name, signature_key from certificate_templates;

alter table certificate_templates drop column signature_name, drop column signature_key;
-- A sum is one certificate over several finished courses, of so many minutes together.
alter table certificate_templates add column kind text not null default 'course';
alter table certificate_templates add constraint certificate_templates_kind_check check (kind in ('course', 'sum'));
alter table certificate_templates add column sum_minutes integer;
alter table certificate_templates add column layout text not null default 'classic';
alter table certificate_templates add column has_syllabus boolean not null default true;
-- Days between the first lesson opened and the completion.
alter table certificate_templates add column min_days integer not null default 0;
-- A model issues nothing before it was saved once. The one that a school begins with counts as saved.
alter table certificate_templates add column utc_saved_on timestamptz;
update certificate_templates set utc_saved_on = utc_created_on;
