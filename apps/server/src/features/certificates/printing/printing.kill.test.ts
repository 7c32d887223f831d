import { certificateReissues } from '@escola/contract/certificate-reissues.contract'
import { expect, it } from 'vitest'
import { jobs } from '../../../jobs/catalogue.ts'
import { type Kill, killsProcesses, workThroughDeath } from '../../../testing/killed-worker.ts'
import { world } from '../../../testing/world.ts'
import { giveGrants } from '../../enrollments/enrollments.service.ts'
import { issueOnCompletion } from '../issuing/issuing.service.ts'

/** Number of certificates. KILLED_CERTIFICATES=1000 tries as many as the rule is written for, with ten kills of their re-issue. */
const isFull = process.env.KILLED_CERTIFICATES !== undefined
const total = Number(process.env.KILLED_CERTIFICATES ?? (killsProcesses ? 40 : 8))
const killsAt = (isFull ? [0, 0.25, 0.5, 0.75] : [0, 0.5]).map((share) => Math.max(1, Math.floor(total * share)))
const kills = isFull ? 10 : 2

it('numbers first issues from one on, and issues all again under their numbers, each once, though the worker is killed', async () => {
  const w = await world()
  const school = w.northside
  const course = await school.make.course({ modules: [1] })
  const cohort = await school.make.cohort({ courses: [course] })
  const emails = Array.from({ length: total }, (_, index) => `p${index}@register-kill.example`)
  const people = await w.tools.people.ensure(emails)
  const userIds = emails.map((email) => people.get(email)!.userId)
  await school.tx(async (db) => {
    const grants = emails.map((email) => ({
      cohortId: cohort.id,
      student: { userId: people.get(email)!.userId, name: 'Pessoa Qualquer', email, cellphone: '' },
      source: 'manual' as const,
    }))
    await giveGrants(db, grants, w.tools)
    // Mails are not what is tried here.
    await db.deleteFrom('messages').execute()
    await db.updateTable('outbox').set({ utc_done_on: new Date() }).execute()
    const completed = userIds.map((user_id) => ({ user_id, course_id: course.id, utc_completed_on: new Date() }))
    await db.insertInto('course_progress').values(completed).execute()
    await issueOnCompletion(db, { courseId: course.id, userIds }, new Date())
  })
  const countReady = () =>
    school.tx(async (db) => {
      const issues = await db.selectFrom('certificates').select('id').where('status', '=', 'ready').execute()
      return issues.length
    })
  const { records, issues } = await school.tx(async (db) => ({
    records: await db.selectFrom('certificate_records').select('id').orderBy('id').execute(),
    issues: await db.selectFrom('certificates').select('id').orderBy('record_id').execute(),
  }))
  const heldRecord = 'select from certificate_records where school_id = $1 and id = $2 for update'
  const heldIssue = 'select from certificates where school_id = $1 and id = $2 for update'
  await workThroughDeath(w, {
    school,
    jobs: [jobs.renderCertificate],
    kills: killsAt.map((at): Kill => ({ hold: [heldRecord, [school.id, records[at]!.id]], done: at })),
    countDone: countReady,
    isDone: async () => (await countReady()) === total,
  })
  const listRegister = () =>
    school.tx((db) =>
      db.selectFrom('certificate_records').select(['user_id', 'register_number']).orderBy('register_number').execute(),
    )
  const register = await listRegister()
  expect(register.map(({ register_number }) => register_number)).toEqual(
    Array.from({ length: total }, (_, index) => index + 1),
  )

  const { id: templateId } = await school.tx(async (db) => {
    await db.updateTable('courses').set({ title: 'Outro nome' }).where('id', '=', course.id).execute()
    return db.selectFrom('certificate_templates').select('id').executeTakeFirstOrThrow()
  })
  const { body } = await w.call(certificateReissues.start, { as: school.admin, params: { id: templateId } })
  expect(body.reissue).toMatchObject({ total, done: 0 })
  const countIssues = () =>
    school.tx((db) =>
      db
        .selectFrom('certificates')
        .select((is) => [
          is.fn.countAll<string>().as('all'),
          is.fn.countAll<string>().filterWhere('utc_replaced_on', 'is', null).as('current'),
          is.fn
            .countAll<string>()
            .filterWhere('utc_replaced_on', 'is', null)
            .filterWhere('number', '=', 2)
            .as('second'),
          is.fn
            .countAll<string>()
            .filterWhere('utc_replaced_on', 'is', null)
            .filterWhere('status', '=', 'ready')
            .as('ready'),
        ])
        .executeTakeFirstOrThrow(),
    )
  /** Certificates that were looked at, and those that were drawn: the worker is killed at both. */
  const countSteps = async () => {
    const { current, ready, second } = await countIssues()
    // At each moment every student has one certificate that is good.
    expect([Number(current), Number(ready)]).toEqual([total, total])
    const { done } = await school.tx((db) => db.selectFrom('runs').select('done').executeTakeFirstOrThrow())
    return done + Number(second)
  }
  // Looking at a certificate locks its record; what is drawn also takes the place of the issue before.
  const killAtStep = (step: number): Kill =>
    step < total
      ? { hold: [heldRecord, [school.id, records[step]!.id]], done: step - (step % 50) }
      : { hold: [heldIssue, [school.id, issues[step - total]!.id]], done: total }
  await workThroughDeath(w, {
    school,
    jobs: [jobs.continueRun, jobs.renderCertificate],
    kills: Array.from({ length: kills }, (_, index) => killAtStep(Math.floor((total * (2 * index + 1)) / kills))),
    countDone: countSteps,
    isDone: async () => (await countSteps()) === 2 * total,
  })
  expect(await countIssues()).toMatchObject({ all: String(2 * total), second: String(total) })
  expect(await listRegister()).toEqual(register)
}, 1_200_000)
