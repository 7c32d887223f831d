import { coursePages } from '@escola/contract/course-pages.contract'
import { learning } from '@escola/contract/learning.contract'
import { expect, it } from 'vitest'
import { world } from '../../testing/world.ts'

type School = Awaited<ReturnType<Awaited<ReturnType<typeof world>>['makeSchool']>>

const { call, makeSchool, database } = await world()
const get = (school: School, link: string, as?: { token: string }) =>
  call(coursePages.get, { as, params: { schoolId: school.id, link } })
const save = (school: School, link: string, body: { is_open?: boolean; teacher?: string }) =>
  call(coursePages.save, { as: school.admin, params: { link }, body })
const settingsOf = async (school: School, link: string) =>
  (await call(coursePages.settings, { as: school.admin, params: { link } })).body.settings
const update = (school: School, values: { is_private?: boolean; is_blocked?: boolean }) =>
  database.withPlatform((db) => db.updateTable('schools').set(values).where('id', '=', school.id).execute())

it('shows a course to visitors once its school has opened the page, and until it closes it', async () => {
  const school = await makeSchool('Vitrine')
  const { link } = await school.make.course({
    title: 'Pão',
    modules: [2, 1],
    description_title: 'Do fermento ao forno',
    landing_page_url: 'pao.example/comprar',
  })
  const student = await school.make.student()
  expect((await get(school, link)).status).toBe(404)
  expect((await get(school, link, student)).status).toBe(404)
  expect((await get(school, link, school.admin)).body.page).toMatchObject({ title: 'Pão', is_open: false })
  expect(await settingsOf(school, link)).toEqual({ is_open: false, teacher: '', obstacle: null })

  const opened = await save(school, link, { is_open: true, teacher: '  Helena   Duarte ' })
  expect(opened.body.settings).toEqual({ is_open: true, teacher: 'Helena Duarte', obstacle: null })
  expect((await get(school, link)).body.page).toEqual({
    link,
    title: 'Pão',
    description_title: 'Do fermento ao forno',
    description: '',
    img_wide_url: '',
    landing_page_url: 'pao.example/comprar',
    workload_hours_pretty: '1h30',
    teacher: 'Helena Duarte',
    is_open: true,
    modules: [
      {
        title: 'Módulo 1',
        content: [
          { title: 'Aula 1.1', main_media_duration: 0 },
          { title: 'Aula 1.2', main_media_duration: 0 },
        ],
      },
      { title: 'Módulo 2', content: [{ title: 'Aula 2.1', main_media_duration: 0 }] },
    ],
  })

  // Each field stays where a save does not name it.
  expect((await save(school, link, { teacher: 'Rui' })).body.settings.is_open).toBe(true)
  expect((await save(school, link, { is_open: false })).body.settings.teacher).toBe('Rui')
  expect((await get(school, link)).status).toBe(404)
})

it('says why visitors do not see a page that is open, and shows it to none of them', async () => {
  const school = await makeSchool('Sem Vitrine')
  const cases = [
    ['unpublished', { published: false }],
    ['private', { is_private: true }],
    ['hidden', { is_visible: false }],
  ] as const
  for (const [obstacle, columns] of cases) {
    const { link } = await school.make.course(columns)
    await save(school, link, { is_open: true })
    expect(await settingsOf(school, link)).toMatchObject({ is_open: true, obstacle })
    expect((await get(school, link)).status).toBe(404)
    expect((await get(school, link, school.admin)).status).toBe(404)
  }
  const { link } = await school.make.course()
  await save(school, link, { is_open: true })
  expect((await get(school, link)).status).toBe(200)
  await update(school, { is_private: true })
  expect(await settingsOf(school, link)).toMatchObject({ obstacle: 'school' })
  expect((await get(school, link)).status).toBe(404)
  await update(school, { is_private: false, is_blocked: true })
  expect((await get(school, link)).status).toBe(403)
})

it('opens no page for the course of another school', async () => {
  const school = await makeSchool('Filial')
  const { id } = await makeSchool('Franqueadora')
  await school.tx((db) =>
    db
      .insertInto('franchisors')
      .values({ franchisor_id: id, name: 'Franqueadora', invitation: 1, utc_invited_on: new Date() })
      .execute(),
  )
  const edition = await school.make.course({ franchisor_id: id })
  expect((await save(school, edition.link, { is_open: true })).status).toBe(409)
  // An edition with a row, however it got there, still has no page.
  await school.tx((db) =>
    db.insertInto('course_pages').values({ course_id: edition.id, utc_opened_on: new Date() }).execute(),
  )
  expect((await get(school, edition.link)).status).toBe(404)
})

it('takes a name that fits, and no longer one', async () => {
  const school = await makeSchool('Nomes')
  const { link } = await school.make.course()
  expect((await save(school, link, { teacher: 'x'.repeat(80) })).status).toBe(200)
  const { status, error } = await save(school, link, { teacher: 'x'.repeat(81) })
  expect([status, error.fields]).toEqual([400, { teacher: 'Use no máximo 80 caracteres' }])
})

it('leads to the page from the card of its course, while visitors may see it', async () => {
  const school = await makeSchool('Galeria')
  const open = await school.make.course({ title: 'Aberto' })
  await school.make.course({ title: 'Fechado' })
  await save(school, open.link, { is_open: true })
  const cards = async (as?: { token: string }) =>
    (await call(learning.home, { as, params: { schoolId: school.id } })).body.categories.flatMap(({ degrees }) =>
      degrees.map(({ title, has_page }) => [title, has_page]),
    )
  expect(await cards()).toEqual([
    ['Aberto', true],
    ['Fechado', undefined],
  ])
  await update(school, { is_private: true })
  expect(await cards(await school.make.student())).toEqual([
    ['Aberto', undefined],
    ['Fechado', undefined],
  ])
})
