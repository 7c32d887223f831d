import { courses } from '@escola/contract/courses.contract'
import { lessons } from '@escola/contract/lessons.contract'
import { expect, it } from 'vitest'
import { openSchool } from '../../core/scope.ts'
import { affiliate, makePlan, spread } from '../../testing/franchise.ts'
import { world } from '../../testing/world.ts'
import { copyEdition } from './copying.service.ts'
import { settleEditions } from './settling.service.ts'

/** Tools of a job that does something else once, at the moment when it turns to that affiliate. */
async function toolsThatPause(affiliateId: string, meanwhile: () => Promise<unknown>) {
  const w = await world()
  let isOver = false
  return {
    ...w.tools,
    openSchool: (id: string) => {
      const school = openSchool(w.database, id)
      const tx: typeof school.tx = async (work) => {
        if (id === affiliateId && !isOver) {
          isOver = true
          await meanwhile()
        }
        return school.tx(work)
      }
      return { ...school, tx }
    },
  }
}

it('leaves editions as the franchisor wants them last, whichever of two jobs ends last', async () => {
  const w = await world()
  const franchisor = await w.makeSchool('Matriz')
  const school = await w.makeSchool('Filial')
  const course = await franchisor.make.course()
  await affiliate(franchisor, school, await makePlan(franchisor, 'all'))
  const payload = { affiliateIds: [school.id] }
  const settle = async (meanwhile: () => Promise<unknown>) =>
    settleEditions(franchisor, payload, await toolsThatPause(school.id, meanwhile))
  await settle(async () => {
    await franchisor.tx((db) => db.updateTable('affiliates').set({ utc_declined_on: new Date() }).execute())
    await settle(async () => undefined)
  })
  const isOpen = () =>
    school.tx((db) => db.selectFrom('editions').select('is_open').where('course_id', '=', course.id).executeTakeFirst())
  expect(await isOpen()).toEqual({ is_open: false })
  await settle(async () => {
    await franchisor.tx((db) => db.updateTable('affiliates').set({ utc_declined_on: null }).execute())
    await settle(async () => undefined)
  })
  expect(await isOpen()).toEqual({ is_open: true })
})

it('lets an older version that comes late overwrite no newer one, and take back no file of it', async () => {
  const w = await world()
  const franchisor = await w.makeSchool('Matriz')
  const [first, second] = [await w.makeSchool('Primeira'), await w.makeSchool('Segunda')]
  const course = await franchisor.make.course({ modules: [1] })
  const plan = await makePlan(franchisor, 'all')
  for (const school of [first, second]) await affiliate(franchisor, school, plan)
  expect(await spread(w, franchisor)).toEqual([])
  const as = franchisor.admin
  let version = 1
  const publishFile = async (text: string) => {
    const file = { bytes: Buffer.from(text), filename: 'a.txt' }
    const { id } = (await w.call(lessons.uploadFile, { as, fields: {}, file })).body.file
    const params = { courseLink: course.link, lessonLink: course.lessons[0]!.link }
    const body = { degree_id: course.id, version: version++, files: [{ id, title: 'Arquivo' }] }
    expect((await w.call(lessons.save, { as, params, body })).status).toBe(200)
    await w.call(courses.publish, { as, params: { link: course.link }, body: { id: course.id } })
    return id
  }
  await publishFile('um')
  const copy = (affiliateIds: string[], tools: Awaited<ReturnType<typeof toolsThatPause>>) =>
    copyEdition(franchisor, { courseId: course.id, affiliateIds }, tools)
  let newer = ''
  const tools = await toolsThatPause(second.id, async () => {
    newer = await publishFile('dois')
    await copy([first.id, second.id], await toolsThatPause('0', async () => undefined))
  })
  await copy([first.id, second.id], tools)
  const named = async (school: typeof first) =>
    (await school.tx((db) => db.selectFrom('edition_files').select('file_id').execute())).map((row) => row.file_id)
  const shared = async (school: typeof first) =>
    (
      await franchisor.tx((db) =>
        db
          .selectFrom('shared_files')
          .select('file_id')
          .where('affiliate_id', '=', school.id)
          .orderBy('file_id')
          .execute(),
      )
    ).map((row) => row.file_id)
  // The older version came to the second school late, and left the newer one alone.
  expect([await named(first), await named(second)]).toEqual([[newer], [newer]])
  for (const school of [first, second]) expect(await shared(school)).toContain(newer)
  expect(await spread(w, franchisor)).toEqual([])
  for (const school of [first, second]) expect([await named(school), await shared(school)]).toEqual([[newer], [newer]])
})
