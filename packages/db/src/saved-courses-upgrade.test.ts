import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinDatabases } from './testing.ts'
import { openUpgrade } from './upgrade.testing.ts'

let upgrade: Awaited<ReturnType<typeof openUpgrade>>
beforeAll(async () => {
  upgrade = await openUpgrade('saved_courses')
})
afterAll(() => upgrade.close())

it('saves each sum for the courses that it asks for at the upgrade, and keeps a course in the list that is deleted later', async () => {
  await upgrade.migrateTo('0185')
  const { admin } = upgrade
  await admin.query(`insert into schools (name, namespace) values ('Norte', 'norte'), ('Sul', 'sul')`)
  await joinDatabases(upgrade.servers, upgrade.name)
  await admin.query(`insert into courses (school_id, title, link, utc_published_on)
    select s.id, c.title, c.title, case when c.is_published then now() end
    from schools s cross join (values ('Pães', true), ('Bolos', true), ('Rascunho', false)) as c (title, is_published)`)
  await admin.query(`insert into certificate_templates (school_id, title, kind, all_courses)
    select s.id, t.title, t.kind, t.all_courses
    from schools s cross join (values ('Todos', 'course', true), ('Soma de todos', 'sum', true), ('Soma', 'sum', false)) as t (title, kind, all_courses)`)
  await admin.query(`insert into certificate_template_courses (school_id, template_id, course_id)
    select t.school_id, t.id, c.id from certificate_templates t join courses c on c.school_id = t.school_id
    where t.title = 'Soma' and c.title <> 'Bolos'`)
  await upgrade.migrateTo('9999')
  await admin.query(`delete from courses where title = 'Pães'`)
  const saved = [
    ['Soma', ['Pães', 'Rascunho']],
    ['Soma de todos', ['Bolos', 'Pães']],
  ]
  for (const school of ['Norte', 'Sul'])
    expect(
      await upgrade.rowsOf(`select t.title, array_agg(l.course_title order by l.course_title)
        from certificate_template_courses l join certificate_templates t on t.school_id = l.school_id and t.id = l.template_id
        join schools s on s.id = l.school_id where s.name = '${school}' group by t.title order by t.title`),
    ).toEqual(saved)
})
