-- Telephones without a country, and certificates that sum courses and miss one: their schools are told once.
insert into release_notices (school_id, kind, utc_created_on)
  select distinct m.school_id, 'phones', now() from memberships m
  where m.is_student and m.cellphone <> ''
    and case when m.phone_read_from = m.cellphone then m.phone_e164 is null else m.cellphone !~
      '^(?:(?:00)?55)?(?:0(?:[1-9]\d)?)?(1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])(9\d{8}|[2-9]\d{7})$|^\+' end
  on conflict do nothing;
insert into release_notices (school_id, kind, utc_created_on)
  select distinct t.school_id, 'sums', now() from certificate_templates t
  left join certificate_template_courses l on l.school_id = t.school_id and l.template_id = t.id
  left join courses c on c.school_id = l.school_id and c.id = l.course_id
  where t.kind = 'sum' and t.utc_saved_on is not null and c.utc_published_on is null
  on conflict do nothing;
