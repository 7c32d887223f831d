import { expect, it } from 'vitest'
import { untilWaiting } from '../../../testing/waiting-transactions.ts'
import { world } from '../../../testing/world.ts'
import { reissueCertificate } from './issuing.service.ts'

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

it('issues nothing again without a saved template, nor what was revoked', async () => {
  const { makeSchool, tools } = await world()
  const { make, student, tx } = await makeSchool('Sem modelos')
  const course = await make.course()
  const { record_id } = await make.certificate(course, student)
  const claim = { userId: student.userId, courseId: course.id }
  await tx((db) =>
    db
      .insertInto('course_progress')
      .values({ user_id: claim.userId, course_id: claim.courseId, utc_completed_on: tools.now() })
      .execute(),
  )
  const again = () => tx((db) => reissueCertificate(db, claim, tools.now()))
  const save = (utc_saved_on: Date | null) =>
    tx((db) => db.updateTable('certificate_templates').set({ utc_saved_on }).execute())
  await save(null)
  await expect(again()).rejects.toMatchObject({ code: 'no_certificate_template' })
  await save(tools.now())
  const revoke = (utc_revoked_on: Date | null) =>
    tx((db) => db.updateTable('certificate_records').set({ utc_revoked_on }).where('id', '=', record_id!).execute())
  await revoke(tools.now())
  await expect(again()).rejects.toMatchObject({ code: 'certificate_revoked' })
  await revoke(null)
  expect((await again()).number).toBe(2)
})
