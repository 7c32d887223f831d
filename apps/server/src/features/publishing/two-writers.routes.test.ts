import { categories } from '@escola/contract/categories.contract'
import { courses } from '@escola/contract/courses.contract'
import { lessons } from '@escola/contract/lessons.contract'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { type World, world } from '../../testing/world.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

it('lets authors change courses, lessons and categories at the same time', async () => {
  const as = w.northside.admin
  const category = await w.northside.make.category()
  const made = [await w.northside.make.course(), await w.northside.make.course({ published: false })]
  // Ten at a time: each waits for the others' locks, and for as many of them as the server lets wait.
  for (let round = 0; round < 6; round += 1) {
    const answers = await Promise.all(
      made.flatMap(({ id, link, module_order }) => [
        w.call(courses.save, {
          as,
          params: { link },
          body: { id, version: 1 + round, title: `Título ${round}`, categoryId: round % 2 ? category.id : '0' },
        }),
        w.call(lessons.save, {
          as,
          params: { courseLink: link, lessonLink: '0' },
          body: { degree_id: id, module_id: module_order[0], title: 'Igual' },
        }),
        w.call(courses.publish, { as, params: { link }, body: { id, unpublish: round % 3 === 2 } }),
        w.call(courses.clearDraft, { as, params: { link }, body: { id } }),
        w.call(categories.update, {
          as,
          body: { categories: [{ id: category.id, title: 'Doces', degrees: made.map((course) => course.id) }] },
        }),
      ]),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
  }
  for (const { id } of made) {
    const { rows } = await w.northside.tx(async (db) => ({
      rows: await db.selectFrom('modules').select(['lesson_order', 'draft']).where('course_id', '=', id).execute(),
    }))
    const listed = rows.flatMap(
      ({ lesson_order, draft }) => (draft as { lesson_order?: string[] })?.lesson_order ?? lesson_order,
    )
    expect(new Set(listed).size).toBe(8)
  }
})

/** The link is a part of an address, which cannot be empty nor hold half a character. */
const path = (text: string) => text.toWellFormed() || 'x'

it('never answers with a fault of its own, whatever it is sent', async () => {
  const course = await w.northside.make.course()
  const [lesson] = course.lessons
  const oddText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '\u0000',
      '\ud800',
      '%',
      "'; drop table courses; --",
      '0',
      '999999999999999999',
      '__proto__',
      '../..',
    ),
  )
  const current = { course: 1, lesson: 1 }
  const versionOffset = fc.constantFrom(0, 0, 0, -1, 2 ** 31)
  // Half of what only this test would send is sound, so that enough is taken for the rest to be tried on.
  const part = (sound: string) => fc.oneof(fc.constant(sound), oddText)
  await fc.assert(
    fc.asyncProperty(
      part('x'),
      oddText,
      oddText,
      part(''),
      versionOffset,
      async (link, title, description, address, offset) => {
        const answers = await Promise.all([
          w.call(courses.save, {
            as: w.northside.admin,
            params: { link: path(link) },
            body: {
              id: course.id,
              version: current.course + offset,
              title,
              description,
              landing_page_url: address.slice(0, 200),
            },
          }),
          w.call(lessons.save, {
            as: w.northside.admin,
            params: { courseLink: path(link), lessonLink: path(link) },
            body: {
              id: lesson!.id,
              degree_id: course.id,
              version: current.lesson + offset,
              title: description,
              main_media_url: /^\w/.test(address) ? address : '',
              external_links: [{ id: address.slice(0, 40), title, link: 'https://exemplo.com.br' }],
            },
          }),
          w.call(courses.get, { as: w.northside.admin, params: { link: path(link) } }),
          w.call(categories.update, {
            as: w.riverside.admin,
            body: { categories: [{ title, degrees: [] }] },
          }),
        ])
        expect(answers.filter(({ status }) => status >= 500)).toEqual([])
        if (answers[0].status === 200) current.course++
        if (answers[1].status === 200) current.lesson++
      },
    ),
    { numRuns: 150 },
  )
  expect(current.course).toBeGreaterThan(10)
  expect(current.lesson).toBeGreaterThan(10)
})

it('keeps a text with half an emoji, in a course that students already see', async () => {
  const { id, link, module_order } = await w.northside.make.course()
  const saved = await w.call(courses.save, {
    as: w.northside.admin,
    params: { link },
    body: {
      id,
      version: 1,
      title: 'Pão \ud83d',
      description_title: '\ud83d',
      description: '<p>Massa \ud83d</p>',
      modules: [{ id: module_order[0]!, title: 'Forno \ud83d', alwaysAvailable: false }],
    },
  })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  expect(saved.body.degree).toMatchObject({
    title: 'Pão \ufffd',
    description_title: '\ufffd',
    description: '<p>Massa \ufffd</p>',
    modules: [{ title: 'Forno \ufffd' }],
  })
})
