-- How people sort: 'Aula 2' before 'Aula 10', 'Água' beside 'Agulha', whatever the database's locale. Columns carry it, so no query has to ask for it.
create collation app.titles (provider = icu, locale = 'pt-BR-u-kn-true');
alter collation app.titles owner to escola_owner;

alter table categories alter column title type text collate app.titles;
alter table certificate_templates alter column title type text collate app.titles;
alter table cohorts alter column title type text collate app.titles;
alter table courses alter column title type text collate app.titles;
alter table lessons alter column title type text collate app.titles;
alter table modules alter column title type text collate app.titles;
alter table memberships alter column name type text collate app.titles;
