import { expect, it } from 'vitest'
import { workThroughKills } from '../../../testing/killed-worker.ts'
import { world } from '../../../testing/world.ts'
import { giveGrants } from '../../enrollments/enrollments.service.ts'
import { issueOnCompletion } from '../issuing/issuing.service.ts'

/** Number of first issues. KILLED_CERTIFICATES=1000 tries as many as the rule is written for. */
const total = Number(process.env.KILLED_CERTIFICATES ?? 200)
const killsAt = [1, total * 0.25, total * 0.5, total * 0.75].map(Math.floor)

it('numbers first issues from one on, each once, though the worker is killed', async () => {
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
  await workThroughKills(w, {
    killsAt,
    total,
    countDone: countReady,
    isDone: async () => (await countReady()) === total,
  })
  const register = await school.tx((db) =>
    db.selectFrom('certificate_records').select('register_number').orderBy('register_number').execute(),
  )
  expect(register.map(({ register_number }) => register_number)).toEqual(
    Array.from({ length: total }, (_, index) => index + 1),
  )
})
