import type { Mailbox } from '@escola/dev-services/mailbox'
import { beforeAll, expect, it } from 'vitest'
import type { Mailer } from '../../mail/mailer.ts'
import type { Person } from '../../testing/call.ts'
import { neverStops } from '../../testing/jobs.ts'
import { openMailbox } from '../../testing/open-mailbox.ts'
import { type World, world } from '../../testing/world.ts'
import { deliverMessages } from './delivery.service.ts'
import { queueEachMessage } from './messages.service.ts'

let w: World
let mailbox: Mailbox
let mailer: Mailer
beforeAll(async () => {
  w = await world()
  ;({ mailbox, mailer } = await openMailbox(w))
})

async function makeSchool() {
  const school = await w.makeSchool('Aos Poucos')
  const course = await school.make.course({ title: 'Pães artesanais', modules: [2, 1] })
  const cohort = await school.make.cohort({ courses: [course] })
  await school.make.enrollment(cohort, school.student)
  const { namespace } = await school.tx((db) => db.selectFrom('schools').select('namespace').executeTakeFirstOrThrow())
  const base = `http://localhost:3000/${namespace}`
  /** Sends the mail, and gives what came of it. */
  const send = async (student: Person, moduleIds: string[], between = () => Promise.resolve()) => {
    const recipients = [{ userId: student.userId, dedupeKey: `openings:${student.userId}`, params: { moduleIds } }]
    await school.tx((db) => queueEachMessage(db, 'modules_opened', recipients, w.tools))
    await school.tx((db) => queueEachMessage(db, 'modules_opened', recipients, w.tools))
    await between()
    const rows = () =>
      school.tx((db) => db.selectFrom('messages').selectAll().where('user_id', '=', student.userId).execute())
    const ids = (await rows()).map(({ id }) => id)
    const tools = { ...w.tools, platform: w.database, mailer }
    await deliverMessages(school, ids, tools, neverStops)
    const mails = mailbox.messages({ to: student.email })
    const mail = mails[0] && (await mailbox.read(mails[0].id))!
    return { count: mails.length, mail, row: (await rows())[0]! }
  }
  return { school, course, cohort, student: school.student, base, send }
}

it('names the module that opened, and leads to its first lesson', async () => {
  const { course, student, base, send } = await makeSchool()
  const { count, mail } = await send(student, [course.module_order[1]!])
  expect(count).toBe(1)
  expect(mail).toMatchObject({ subject: 'Módulo novo liberado em Pães artesanais' })
  expect(mail!.links).toContain(`${base}/c/${course.link}/aula-2-1`)
  expect(mail!.text).toContain('Um módulo novo está liberado para você em Aos Poucos.')
  expect(mail!.text).toContain('Pães artesanais: Módulo 2')
  expect(mail!.text).toContain('porque o seu curso libera os módulos aos poucos')
})

it('leads to each course where modules of several opened', async () => {
  const { school, course, student, base, send } = await makeSchool()
  const other = await school.make.course({ title: 'Bolos', modules: [1] })
  await school.make.enrollment(await school.make.cohort({ courses: [other] }), student)
  const { mail } = await send(student, [...course.module_order, ...other.module_order])
  expect(mail).toMatchObject({ subject: 'Módulos novos liberados em 2 cursos' })
  for (const link of [`/c/${other.link}/aula-1-1`, `/c/${course.link}/aula-1-1`, '/cursos'])
    expect(mail!.links).toContain(`${base}${link}`)
  expect(mail!.text).toContain('Pães artesanais: Módulo 1, Módulo 2')
  expect(mail!.text).toContain('porque os seus cursos liberam os módulos aos poucos')
})

it('names no private lesson to a student of the public class', async () => {
  const { school, course, base, send } = await makeSchool()
  const visitor = await school.make.student()
  await school.make.enrollment(await school.make.cohort({ isPublic: true }), visitor)
  const secret = course.lessons.filter(({ link }) => link !== 'aula-1-2').map(({ id }) => id)
  await school.tx((db) => db.updateTable('lessons').set({ is_private: true }).where('id', 'in', secret).execute())
  const { mail } = await send(visitor, course.module_order)
  expect(mail).toMatchObject({ subject: 'Módulo novo liberado em Pães artesanais' })
  expect(mail!.links).toContain(`${base}/c/${course.link}/aula-1-2`)
})

it.each([
  ['the student has the course no more', 'enrollments'],
  ['the course is published no more', 'courses'],
  ['the school is blocked', 'schools'],
] as const)('sends nothing once %s', async (_, table) => {
  const { school, course, student, send } = await makeSchool()
  const values = {
    enrollments: { utc_ends_on: new Date('2020-01-01') },
    courses: { utc_published_on: null },
    schools: { is_blocked: true, blocked_reason: 'Teste' },
  }[table]
  const close = async () => void (await school.tx((db) => db.updateTable(table).set(values).execute()))
  const { count, row } = await send(student, [course.module_order[0]!], close)
  expect([count, row.status]).toEqual([0, 'failed'])
})
