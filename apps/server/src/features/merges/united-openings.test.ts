import { learning } from '@escola/contract/learning.contract'
import { merges } from '@escola/contract/merges.contract'
import { expect, it } from 'vitest'
import { world } from '../../testing/world.ts'

it('opens to the first student what either has opened in a course that both have begun, until it is undone', async () => {
  const { call, makeSchool } = await world()
  const { make, tx, admin } = await makeSchool('Em ordem')
  const [first, second] = [await make.student('Maria Souza'), await make.student('Maria S')]
  const course = await make.course({ modules: [4], in_order: true })
  const cohort = await make.cohort({ courses: [course] })
  for (const each of [first, second]) await make.enrollment(cohort, each)
  const [one, two, three] = course.lessons.map(({ id }) => id)
  await tx(async (db) => {
    await db.insertInto('course_progress').values({ user_id: first.userId, course_id: course.id }).execute()
    const theirs = { user_id: second.userId, course_id: course.id, opened: [one!, two!], taken_back: [three!] }
    await db.insertInto('course_progress').values(theirs).execute()
  })
  const codes = () =>
    Promise.all(
      course.lessons.map(async ({ link }) => {
        const params = { degreeLink: course.link }
        return (await call(learning.lesson, { as: first, params, body: { classLink: link, isAhead: true } })).status
      }),
    )
  expect(await codes()).toEqual([200, 403, 403, 403])
  const { link } = await tx((db) =>
    db.selectFrom('memberships').where('user_id', '=', first.userId).select('link').executeTakeFirstOrThrow(),
  )
  const body = { email: second.email }
  const { body: started } = await call(merges.start, { as: admin, params: { link }, body })
  expect(await codes()).toEqual([200, 200, 200, 403])
  await call(merges.undo, { as: admin, params: { link, id: started.merge.id } })
  expect(await codes()).toEqual([200, 403, 403, 403])
})
