import { minuteMs } from '@escola/contract/durations'
import { noticeKinds, noticeLimits, notices } from '@escola/contract/notices.contract'
import { notifications } from '@escola/contract/notifications.contract'
import type { TeamRole } from '@escola/contract/permissions'
import type { Mailbox } from '@escola/dev-services/mailbox'
import { beforeAll, expect, it } from 'vitest'
import type { Mailer } from '../../mail/mailer.ts'
import type { Person } from '../../testing/call.ts'
import { neverStops } from '../../testing/jobs.ts'
import { openMailbox } from '../../testing/open-mailbox.ts'
import { type World, world } from '../../testing/world.ts'
import { deliverMessages } from '../messages/delivery.service.ts'
import { forgetForAdministrator } from '../notifications/notifications.service.ts'
import { saveTeamRoles } from '../people/members.service.ts'
import { listTeam } from '../people/team.service.ts'
import { recordNews, sendDueDigest } from './notices.service.ts'

let w: World
let mailbox: Mailbox
let mailer: Mailer
beforeAll(async () => {
  w = await world()
  ;({ mailbox, mailer } = await openMailbox(w))
})

const roles: TeamRole[] = ['owner', 'administrator', 'teacher', 'course_teacher', 'moderator', 'attendant', 'treasurer']

/** A school with one member of each role, and news of each kind that a row can be made for here. */
async function schoolWithTeam() {
  const school = await w.makeSchool('Equipe')
  const { make } = school
  const [own, other] = [await make.course({ title: 'Dela' }), await make.course({ title: 'Outro' })]
  const members = Object.fromEntries(
    await Promise.all(
      roles.map(async (role) => {
        const courseIds = role === 'course_teacher' ? [own.id] : []
        return [role, await school.makeTeamMember({ roles: [role], courseIds })] as const
      }),
    ),
  ) as Record<TeamRole, Person>
  const sale = await school.tx((db) =>
    db
      .insertInto('sales')
      .values({
        ...{ platform: 'hotmart', body: '', headers: '{}', query: '{}', state: 'unmatched', product_name: 'Levain' },
        ...{ buyer_name: '', buyer_email: 'compradora@exemplo.com', delivery_hash: 'a', utc_received_on: new Date() },
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const asked = [await make.thread(own, school.student), await make.thread(other, school.student)]
  const now = { now: () => new Date() }
  await school.tx((db) => recordNews(db, 'sale_unmatched', [sale.id], now))
  await school.tx((db) =>
    recordNews(
      db,
      'question_asked',
      asked.map(({ id }) => id),
      now,
    ),
  )
  await school.tx((db) => recordNews(db, 'course_first_completed', [own.id, other.id], now))
  await sendDueDigest(school, { now: () => new Date(Date.now() + noticeLimits.waitMinutes * minuteMs) })
  const list = async (as: Person) => (await w.call(notifications.list, { as })).body.notifications
  const seen = async (as: Person) =>
    (await list(as)).list
      .map(({ kind, person, degree_link }) => [kind, kind === 'sale_unmatched' ? person : degree_link].join(' '))
      .sort()
  const deliver = async () => {
    const rows = await school.tx((db) =>
      db.selectFrom('messages').where('kind', '=', 'admin_digest').select('id').orderBy('id').execute(),
    )
    await deliverMessages(
      school,
      rows.map(({ id }) => id),
      { ...w.tools, platform: w.database, mailer },
      neverStops,
    )
  }
  const mailsOf = ({ email }: Person) =>
    Promise.all(mailbox.messages({ to: email }).map(async (mail) => (await mailbox.read(mail.id))!.text))
  return { school, own, other, members, list, seen, deliver, mailsOf }
}

it('tells each role what its rights are for, in the bell and by mail, without addresses where it may have none', async () => {
  const { own, other, members, list, seen, deliver, mailsOf } = await schoolWithTeam()
  const questions = ['question_asked ', 'question_asked ']
  const firsts = [own, other].map(({ link }) => `course_first_completed ${link}`)
  const sale = (person: string) => `sale_unmatched ${person}`
  const buyer = 'compradora@exemplo.com'
  const expected: Record<TeamRole, string[]> = {
    owner: [...questions, ...firsts, sale(buyer)],
    administrator: [...questions, ...firsts, sale(buyer)],
    teacher: [...questions, ...firsts],
    course_teacher: [questions[0]!, firsts[0]!],
    moderator: questions,
    attendant: [sale(buyer)],
    treasurer: [sale('Uma pessoa')],
  }
  await deliver()
  for (const role of roles) {
    expect([role, await seen(members[role])]).toEqual([role, expected[role].toSorted()])
    expect((await list(members[role])).total).toBe(expected[role].length)
    const [mail] = await mailsOf(members[role])
    expect([role, mail!.includes(buyer)]).toEqual([role, expected[role].includes(sale(buyer))])
    expect([role, mail!.includes('Outro')]).toEqual([role, expected[role].includes(firsts[1]!)])
  }
})

it('asks again when a mail leaves and when the bell is read, and deletes what a new role may not read', async () => {
  const { school, members, list, deliver, mailsOf } = await schoolWithTeam()
  const { teacher, owner } = members
  const place = { userId: teacher.userId, roles: ['treasurer'] as const, courseIds: [], mayPublish: true }
  await school.tx((db) => saveTeamRoles(db, place))
  await deliver()
  expect(await mailsOf(teacher)).toEqual([])
  expect(await mailsOf(owner)).toHaveLength(1)
  expect((await list(teacher)).total).toBe(0)
  const kept = () =>
    school.tx((db) => db.selectFrom('notifications').where('user_id', '=', teacher.userId).select('kind').execute())
  expect(await kept()).not.toEqual([])
  await school.tx((db) => forgetForAdministrator(db, teacher.userId))
  expect(await kept()).toEqual([])
})

it('switches the kinds that a role may hear of, and no others', async () => {
  const { members } = await schoolWithTeam()
  const kindsOf = async (as: Person) =>
    (await w.call(notices.switches, { as })).body.switches.map(({ kind }) => kind as string)
  expect(await kindsOf(members.owner)).toEqual([...noticeKinds])
  expect(await kindsOf(members.moderator)).toEqual(['question_asked'])
  expect(await kindsOf(members.course_teacher)).toEqual([
    'question_asked',
    'course_first_completed',
    'exam_key_corrected',
  ])
  const save = (kind: 'question_asked' | 'balance_below_zero') =>
    w.call(notices.save, { as: members.moderator, body: { kind, is_on: false } })
  expect((await save('question_asked')).status).toBe(200)
  expect((await save('balance_below_zero')).error!.code).toBe('permission_needed')
})

it('lists who of the team may hear of something', async () => {
  const { school, own, other, members } = await schoolWithTeam()
  const nameOf = new Map(roles.map((role) => [members[role].userId, role as string]))
  const told = (...asked: [Parameters<typeof listTeam>[1], string?]) =>
    school.tx(async (db) =>
      (await listTeam(db, asked[0], asked[1] === undefined ? {} : { courseId: asked[1] })).flatMap(
        (userId) => nameOf.get(userId) ?? [],
      ),
    )
  const of = (...named: TeamRole[]) => roles.filter((role) => named.includes(role))
  expect((await told('team')).sort()).toEqual(['owner'])
  expect((await told('money')).sort()).toEqual(of('owner', 'treasurer'))
  expect((await told('settings')).sort()).toEqual(of('administrator', 'owner').sort())
  expect((await told('threads', own.id)).sort()).toEqual(
    of('owner', 'administrator', 'teacher', 'course_teacher', 'moderator').sort(),
  )
  expect((await told('threads', other.id)).sort()).toEqual(of('owner', 'administrator', 'teacher', 'moderator').sort())
  expect((await told('students')).sort()).toEqual(of('administrator', 'attendant', 'owner').sort())
})
