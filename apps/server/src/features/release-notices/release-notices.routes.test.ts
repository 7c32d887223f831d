import { type ReleaseNoticeKind, releaseNotices } from '@escola/contract/release-notices.contract'
import { today } from '@escola/contract/today.contract'
import { expect, it } from 'vitest'
import { world } from '../../testing/world.ts'

it('tells a school what changed for it, with the number of now, until one of its administrators has read it', async () => {
  const { call, makeSchool } = await world()
  const school = await makeSchool('Avisada')
  const other = await makeSchool('Avisada Também')
  const notify = { kind: 'public_class', utc_created_on: new Date() }
  for (const { tx } of [school, other]) await tx((db) => db.insertInto('release_notices').values(notify).execute())
  const told = async (as = school.admin) => (await call(today.get, { as })).body.release_notices
  const course = await school.make.course({ is_private: true })
  const cohort = await school.make.cohort({ isPublic: true })
  expect(await told()).toEqual([])
  const named = [course, await school.make.course({ is_private: true, published: false })]
  const rows = named.map(({ id }) => ({ cohort_id: cohort.id, course_id: id }))
  await school.tx((db) => db.insertInto('cohort_courses').values(rows).execute())
  expect(await told()).toEqual([{ kind: 'public_class', count: 1, subject_id: cohort.id }])
  const read = (as = school.admin, kind: ReleaseNoticeKind = 'public_class') =>
    call(releaseNotices.read, { as, body: { kind } })
  const attendant = await school.makeTeamMember({ roles: ['attendant'] })
  expect((await read(attendant, 'address')).error.code).toBe('permission_needed')
  expect([(await read()).status, (await read()).status]).toEqual([200, 200])
  expect(await told()).toEqual([])
  expect(await other.tx((db) => db.selectFrom('release_notices').select('kind').execute())).toEqual([
    { kind: 'public_class' },
  ])
})

it('tells of telephones without a country and of stopped sums, with the numbers of now', async () => {
  const { call, makeSchool } = await world()
  const school = await makeSchool('Avisada de Novo')
  const rows = ['phones', 'sums'].map((kind) => ({ kind, utc_created_on: new Date() }))
  await school.tx((db) => db.insertInto('release_notices').values(rows).execute())
  const told = async () => (await call(today.get, { as: school.admin })).body.release_notices
  expect(await told()).toEqual([])
  const { userId } = await school.make.student('Rosa Quispe')
  const { id } = await school.tx(async (db) => {
    await db.updateTable('memberships').set({ cellphone: '56912345678' }).where('user_id', '=', userId).execute()
    const model = { title: 'Soma', kind: 'sum', utc_saved_on: new Date() } as const
    return db.insertInto('certificate_templates').values(model).returning('id').executeTakeFirstOrThrow()
  })
  expect(await told()).toEqual([
    { kind: 'sums', count: 1, subject_id: id },
    { kind: 'phones', count: 1, subject_id: null },
  ])
})
