import { expect, it } from 'vitest'
import { untilWaiting } from '../../testing/waiting-transactions.ts'
import { world } from '../../testing/world.ts'
import { reissueCertificate } from './certificates.service.ts'

it('gives two reissues at once consecutive numbers, and leaves the progress to learning', async () => {
  const { databaseUrl, makeSchool, tools } = await world()
  const { make, student, tx } = await makeSchool('Reemissões')
  const course = await make.course()
  await make.certificate(course, student)
  const claim = { userId: student.userId, courseId: course.id }
  await tx((db) =>
    db
      .insertInto('course_progress')
      .values({ user_id: claim.userId, course_id: claim.courseId, utc_completed_on: tools.now() })
      .execute(),
  )
  const progressOf = (db: Parameters<Parameters<typeof tx>[0]>[0]) =>
    db.selectFrom('course_progress').select('user_id').where('user_id', '=', claim.userId)

  let second: Promise<{ number: number }> | undefined
  const first = await tx(async (db) => {
    const issued = await reissueCertificate(db, claim, tools.now())
    expect(await tx((other) => progressOf(other).forUpdate().skipLocked().execute())).toHaveLength(1)
    await db.updateTable('courses').set({ title: 'Confeitaria II' }).where('id', '=', course.id).execute()
    second = tx((other) => reissueCertificate(other, claim, tools.now()))
    await untilWaiting(databaseUrl)
    return issued
  })
  expect([first.number, (await second!).number]).toEqual([2, 3])
})
