import { type Category, categories } from '@escola/contract/categories.contract'
import { courses } from '@escola/contract/courses.contract'
import { beforeEach, expect, it } from 'vitest'
import { type World, world } from '../../testing/world.ts'

let w: World
let school: Awaited<ReturnType<World['makeSchool']>>
beforeEach(async () => {
  w = await world()
  school = await w.makeSchool('Nova')
})

const update = (wanted: { id?: string; title: string; degrees: string[] }[]) =>
  w.call(categories.update, { as: school.admin, body: { categories: wanted } })
const shown = (all: Category[]) => all.map(({ title, degrees }) => [title, ...degrees.map(({ id }) => id)])

it('shows the group without a category last, also when it is all there is', async () => {
  const { body } = await w.call(categories.list, { as: school.admin })
  expect(body.categories).toEqual([{ id: '0', title: 'Cursos sem categoria', withoutCat: true, degrees: [] }])
})

it('makes, renames, reorders and fills categories at once', async () => {
  const [bread, cake, pie] = [
    await school.make.course({ title: 'Pão' }),
    await school.make.course({ title: 'Bolo' }),
    await school.make.course({ title: 'Torta' }),
  ]
  const old = await school.make.category('Antiga')
  const first = await update([
    { title: '<b>Doces</b> &amp; tortas', degrees: [pie.id, cake.id] },
    { id: old.id, title: '<br>', degrees: [] },
  ])
  expect(shown(first.body.categories)).toEqual([
    ['Doces & tortas', pie.id, cake.id],
    ['Nova categoria'],
    ['Cursos sem categoria', bread.id],
  ])
  const [sweets, renamed] = first.body.categories
  const second = await update([
    { id: renamed!.id, title: 'Salgados', degrees: [bread.id] },
    { id: sweets!.id, title: 'Doces', degrees: [cake.id, pie.id] },
  ])
  expect(shown(second.body.categories)).toEqual([
    ['Salgados', bread.id],
    ['Doces', cake.id, pie.id],
    ['Cursos sem categoria'],
  ])
})

it('lets the courses of a category that is not named go to the group without one', async () => {
  const course = await school.make.course()
  const [kept, gone] = [await school.make.category('Fica'), await school.make.category('Vai')]
  await update([
    { id: kept.id, title: 'Fica', degrees: [] },
    { id: gone.id, title: 'Vai', degrees: [course.id] },
  ])
  const { body } = await update([{ id: kept.id, title: 'Fica', degrees: [] }])
  expect(shown(body.categories)).toEqual([['Fica'], ['Cursos sem categoria', course.id]])
})

it('refuses a save that started from categories that are no longer so, and gives the newer ones', async () => {
  const course = await school.make.course()
  const kept = await school.make.category('Fica')
  const save = (title: string, degrees: string[], revision: string) =>
    w.call(categories.update, {
      as: school.admin,
      body: { categories: [{ id: kept.id, title, degrees }], revision },
    })
  const { body: loaded } = await w.call(categories.list, { as: school.admin })
  const first = await save('Fica', [course.id], loaded.revision)
  expect(first.body.revision).not.toBe(loaded.revision)
  const stale = await save('Outra', [], loaded.revision)
  expect([stale.status, stale.error.code, stale.error.current]).toEqual([409, 'stale_version', first.body])
  const current = await w.call(categories.list, { as: school.admin })
  expect(current.body).toEqual(first.body)

  await w.call(courses.save, {
    as: school.admin,
    params: { link: course.link },
    body: { id: course.id, version: 1, title: 'Um texto não muda a estante' },
  })
  expect((await save('Outra', [], first.body.revision)).status).toBe(200)
  const { body: answer } = await w.call(courses.save, {
    as: school.admin,
    params: { link: '0' },
    body: { title: 'Curso novo', categoryId: kept.id },
  })
  expect((await save('Mais uma', [], first.body.revision)).status).toBe(409)
  expect((await save('Mais uma', [], answer.school.revision)).status).toBe(200)
})

it('refuses a title that is too long instead of cutting it', async () => {
  const category = await school.make.category('Curta')
  const { status, error } = await update([{ id: category.id, title: `${'a'.repeat(199)}🍞`, degrees: [] }])
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['categories']])
  expect((await update([{ id: category.id, title: `${'a'.repeat(198)}🍞`, degrees: [] }])).status).toBe(200)
})

it('touches nothing of another school', async () => {
  const foreign = await w.riverside.make.category('Alheia')
  const course = await w.riverside.make.course()
  expect((await update([{ id: foreign.id, title: 'Minha', degrees: [] }])).status).toBe(404)
  expect((await update([{ title: 'Minha', degrees: [course.id] }])).status).toBe(404)
  const theirs = await w.call(categories.list, { as: w.riverside.admin })
  expect(theirs.body.categories.map(({ title }) => title)).toContain('Alheia')
})

it('refuses a course in two categories', async () => {
  const course = await school.make.course()
  const answer = await update([
    { title: 'Um', degrees: [course.id] },
    { title: 'Dois', degrees: [course.id] },
  ])
  expect(answer.status).toBe(400)
})

it('marks what students do not see yet', async () => {
  const course = await school.make.course({ title: 'Publicado' })
  await school.make.course({ title: 'Rascunho', published: false })
  const isDraft = async () => {
    const { body } = await w.call(categories.list, { as: school.admin })
    return Object.fromEntries(
      body.categories.flatMap(({ degrees }) => degrees.map((each) => [each.title, each.isDraft])),
    )
  }
  expect(await isDraft()).toEqual({ Publicado: false, Rascunho: true })
  await w.call(courses.save, {
    as: school.admin,
    params: { link: course.link },
    body: { id: course.id, version: 1, title: 'Republicado' },
  })
  expect(await isDraft()).toEqual({ Republicado: true, Rascunho: true })
})
