import { cohorts } from '@escola/contract/cohorts.contract'
import { dayMs, minuteMs } from '@escola/contract/durations'
import { explainAccess } from '@escola/contract/grant-ends'
import { imports } from '@escola/contract/imports.contract'
import { students } from '@escola/contract/students.contract'
import { formatDate } from '@escola/contract/time'
import { type TimelinePart, timeline, timelineLimits, timelineMessages } from '@escola/contract/timeline.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { neverStops, runPending } from '../../testing/jobs.ts'
import { type World, world } from '../../testing/world.ts'
import { hidePublicCohort } from '../cohorts/cohorts.service.ts'
import { giveGrants } from '../enrollments/enrollments.service.ts'
import { moveGrants } from '../enrollments/moved-grants.service.ts'
import { processImport } from '../imports/import-processing.service.ts'
import { sellersOf } from '../sales/sales.testing.ts'

let w: World
let shop: ReturnType<typeof sellersOf>
beforeAll(async () => {
  w = await world()
  shop = sellersOf(w)
})

type School = Awaited<ReturnType<World['makeSchool']>>
type Student = Awaited<ReturnType<School['make']['student']>>
const today = () => formatDate(new Date())

const linkOf = async (s: Pick<School, 'tx'>, email: string) =>
  (await s.tx((db) => db.selectFrom('memberships').select('link').where('email', '=', email).executeTakeFirstOrThrow()))
    .link
async function explain(s: Pick<School, 'tx' | 'admin'>, { email }: { email: string }) {
  const link = await linkOf(s, email)
  const { body } = await w.call(timeline.explain, { as: s.admin, params: { link } })
  return { ...body, sentences: body.answers.map((answer) => [answer.title, explainAccess({ ...answer, opens: 1 })]) }
}
async function list(
  s: Pick<School, 'tx' | 'admin'>,
  { email }: { email: string },
  query: { part?: TimelinePart; before?: string } = {},
) {
  const link = await linkOf(s, email)
  return (await w.call(timeline.list, { as: s.admin, params: { link }, query })).body
}
const kindsOf = ({ events }: Awaited<ReturnType<typeof list>>) => events.map(({ kind }) => kind)

const add = (s: School, cohort: { id: string }, { userId, email }: Student, endsOn: Date | null = null, at?: Date) =>
  s.tx((db) =>
    giveGrants(
      db,
      [
        {
          cohortId: cohort.id,
          student: { userId, email, name: 'Ana', cellphone: '' },
          source: 'manual',
          grantedBy: s.admin.userId,
          endsOn,
        },
      ],
      at ? { ...w.tools, now: () => at } : w.tools,
    ),
  )

describe('the answer', () => {
  it('names purchase and refund of a sale', async () => {
    const s = await shop.makeSeller()
    await s.hotmart('PURCHASE_APPROVED', {
      transaction: 'HP:1%',
      creation_date: undefined,
    })
    await s.work()
    expect((await explain(s, s)).sentences).toEqual([[s.cohort.title, `Tem acesso: comprou na Hotmart em ${today()}`]])
    await s.hotmart('PURCHASE_REFUNDED', { transaction: 'HP:1%' })
    await s.work()
    expect((await explain(s, s)).sentences).toEqual([
      [s.cohort.title, `Sem acesso: a compra foi reembolsada em ${today()}`],
    ])
    const { events } = await list(s, s)
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['given', 'ended', 'sale', 'sale', 'message']),
    )
    expect(events.filter(({ kind }) => kind === 'sale')).toMatchObject([
      { event: 'PURCHASE_REFUNDED', platform: 'hotmart', transaction: 'HP:1%', state: 'done' },
      { event: 'PURCHASE_APPROVED', product_name: 'Curso Exemplo' },
    ])
    expect(events.find(({ kind }) => kind === 'ended')).toMatchObject({ ended_why: 'refunded', transaction: 'HP:1%' })
    expect(events.filter(({ kind }) => kind === 'message')).toMatchObject([
      { message: 'access_ended', state: 'waiting' },
      { message: 'invitation', state: 'waiting' },
    ])
  })

  it('dates a purchase by what the platform says, however late its class was chosen', async () => {
    const s = await shop.makeSeller()
    await s.hotmart('PURCHASE_APPROVED', { transaction: 'HP1' })
    await s.work()
    await s.tx((db) =>
      db
        .updateTable('purchase_facts')
        .set({ utc_occurred_on: new Date('2026-03-05T15:00:00Z') })
        .execute(),
    )
    expect((await explain(s, s)).sentences[0]![1]).toBe('Tem acesso: comprou na Hotmart em 05/03/2026')
  })

  it('counts sales that wait for an administrator, by the address that was corrected', async () => {
    const s = await shop.makeSeller()
    const ana = await s.make.student()
    await s.integrate(s.cohort.id, { ids: 'outro-produto' })
    await s.hotmart('PURCHASE_APPROVED', { transaction: 'HP1', buyer: { email: ana.email, name: 'Ana' } })
    await s.work()
    expect(await explain(s, ana)).toMatchObject({ answers: [], pending_sales: 1 })
    const correct = (email: string) => s.tx((db) => db.updateTable('sales').set({ corrected_email: email }).execute())
    await correct('outra@example.com')
    expect((await explain(s, ana)).pending_sales).toBe(0)
    expect((await list(s, ana)).events).toEqual([])
    await correct(ana.email)
    expect((await explain(s, ana)).pending_sales).toBe(1)
  })

  it('says of the public class of a private school, and of a class without courses, that it opens nothing', async () => {
    const s = await w.makeSchool('Privada')
    const ana = await s.make.student()
    const course = await s.make.course({ is_private: true })
    const [open, empty, own] = [
      await s.make.cohort({ isPublic: true, courses: [course] }),
      await s.make.cohort(),
      await s.make.cohort({ courses: [course] }),
    ]
    for (const cohort of [open, empty, own]) await add(s, cohort, ana)
    const opened = async () =>
      (await explain(s, ana)).answers.map(({ school_gateway_id, opens, is_hidden }) => [
        school_gateway_id,
        opens,
        is_hidden,
      ])
    const others = [
      [empty.id, 0, false],
      [own.id, 1, false],
    ]
    const inAnyOrder = (answers: unknown[]) => expect.arrayContaining(answers)
    expect(await opened()).toEqual(inAnyOrder([[open.id, 1, false], ...others]))
    await s.tx((db) => hidePublicCohort(db, true))
    expect(await opened()).toEqual(inAnyOrder([[null, 0, true], ...others]))
  })

  it('names who added and who removed, and a deleted class', async () => {
    const s = await w.makeSchool('Mãos')
    const ana = await s.make.student()
    const [morning, night, gone] = await Promise.all(
      ['Manhã', 'Noite', 'Velha'].map((title) => s.make.cohort({ title })),
    )
    const { name } = await s.tx((db) =>
      db.selectFrom('memberships').select('name').where('user_id', '=', s.admin.userId).executeTakeFirstOrThrow(),
    )
    for (const cohort of [morning, night, gone]) await add(s, cohort!, ana)
    const params = { userId: ana.userId, classId: night!.id }
    expect((await w.call(students.removeFromCohort, { as: s.admin, params })).status).toBe(200)
    const deleted = await w.call(cohorts.remove, { as: s.admin, params: { id: gone!.id } })
    expect(deleted.status).toBe(200)
    const { sentences, answers } = await explain(s, ana)
    expect(sentences).toEqual([
      ['Manhã', `Tem acesso: adicionado por ${name} em ${today()}`],
      ['Velha', `Sem acesso: a turma foi apagada (${name}) em ${today()}`],
      ['Noite', `Sem acesso: a escola tirou (${name}) em ${today()}`],
    ])
    expect(answers.map((answer) => answer.school_gateway_id)).toEqual([morning!.id, null, night!.id])
  })

  it('tells the latest end of all that opens a class, and says when the time is over before the clock has been there', async () => {
    const s = await w.makeSchool('Prazos')
    const ana = await s.make.student()
    const [open, over] = [await s.make.cohort({ title: 'Aberta' }), await s.make.cohort({ title: 'Passada' })]
    const inDays = (days: number) => new Date(Date.now() + days * dayMs)
    await add(s, over, ana, inDays(-1), inDays(-9))
    for (const [source_key, days] of [
      ['a', 3],
      ['b', 40],
      ['c', -2],
    ] as const)
      await s.tx((db) =>
        db
          .insertInto('enrollment_grants')
          .values({
            cohort_id: open.id,
            user_id: ana.userId,
            source: 'api',
            source_key,
            utc_starts_on: inDays(-9),
            utc_ends_on: inDays(days),
          })
          .execute(),
      )
    expect((await explain(s, ana)).sentences).toEqual([
      [
        'Aberta',
        `Tem acesso até ${formatDate(inDays(40))}: outro sistema deu o acesso pela API em ${formatDate(inDays(-9))}`,
      ],
      ['Passada', `Sem acesso: o prazo terminou em ${formatDate(inDays(-1))}`],
    ])
  })

  it('names the file of an import, and its undoing', async () => {
    const s = await w.makeSchool('Arquivo')
    const cohort = await s.make.cohort({ title: 'Turma' })
    const email = `ana.${s.id}@example.com`
    const started = await w.call(imports.start, {
      as: s.admin,
      query: { total: 1, filename: 'alunos.csv', school_gateway_id: cohort.id },
      file: {
        bytes: Buffer.from(JSON.stringify([{ line: 2, name: 'Ana Dias', email, cellphone: '' }])),
        filename: 'alunos.json',
      },
    })
    const { id } = started.body.import
    await processImport(s, id, w.tools, neverStops)
    expect((await explain(s, { email })).sentences).toEqual([
      ['Turma', `Tem acesso: veio com a importação “alunos.csv”, linha 2 em ${today()}`],
    ])
    expect((await w.call(imports.undo, { as: s.admin, params: { id } })).status).toBe(202)
    await runPending(w, s, { only: [jobs.continueRun] })
    expect((await explain(s, { email })).sentences).toEqual([
      ['Turma', `Sem acesso: a importação “alunos.csv” foi desfeita em ${today()}`],
    ])
    const events = (await list(s, { email }, { part: 'access' })).events
    expect(events).toMatchObject([
      { kind: 'ended', ended_why: 'import_undone', filename: 'alunos.csv' },
      { kind: 'given', source: 'importer', filename: 'alunos.csv', line: 2, title: 'Turma' },
    ])
  })

  it('says where a student was moved to, and tells of many grants that moved as one event', async () => {
    const s = await w.makeSchool('Mudança')
    const ana = await s.make.student()
    const [from, target] = [await s.make.cohort({ title: 'Antiga' }), await s.make.cohort({ title: 'Nova' })]
    await add(s, from, ana, null, new Date('2026-02-03T15:00:00Z'))
    await s.tx((db) =>
      db
        .insertInto('enrollment_grants')
        .values({
          cohort_id: from.id,
          user_id: ana.userId,
          source: 'api',
          source_key: '1',
          utc_starts_on: new Date('2026-02-04'),
        })
        .execute(),
    )
    // The target has the same grant already, so that the grant that comes ends.
    await s.tx((db) =>
      db
        .insertInto('enrollment_grants')
        .values({
          cohort_id: target.id,
          user_id: ana.userId,
          source: 'api',
          source_key: '1',
          utc_starts_on: new Date('2026-02-04'),
        })
        .execute(),
    )
    const move = { cohortId: from.id, targetId: target.id, userIds: [ana.userId], movedBy: s.admin.userId }
    await s.tx((db) => moveGrants(db, move, w.tools))
    const { sentences } = await explain(s, ana)
    expect(sentences[0]).toEqual(['Nova', expect.stringMatching(/^Tem acesso: adicionado .* em 03\/02\/2026$/)])
    expect(sentences[1]).toEqual([
      'Antiga',
      expect.stringMatching(/^Sem acesso: a escola moveu para a turma “Nova” \(.+\) em /),
    ])
    const page = await list(s, ana, { part: 'access' })
    expect(kindsOf(page)).toEqual(['moved', 'given', 'given'])
    expect(page.events[0]).toMatchObject({ title: 'Nova', from_title: 'Antiga' })
    expect(page.events[2]).toMatchObject({ title: 'Antiga', source: 'manual' })
    // A student who comes back has access there again.
    await add(s, from, ana)
    expect((await explain(s, ana)).sentences.map(([, sentence]) => sentence!.slice(0, 10))).toEqual([
      'Tem acesso',
      'Tem acesso',
    ])
  })
})

describe('the timeline', () => {
  it('comes newest first, a part at a time, and each event once', async () => {
    const s = await w.makeSchool('Longa')
    const ana = await s.make.student()
    const cohort = await s.make.cohort()
    const moment = new Date('2026-05-05T12:00:00.123Z')
    const total = 2 * timelineLimits.perPage + 5
    await s.tx(async (db) => {
      await db
        .insertInto('enrollment_grants')
        .values(
          Array.from({ length: total - 1 }, (_, at) => ({
            cohort_id: cohort.id,
            user_id: ana.userId,
            source: 'api',
            source_key: String(at),
            // Half of them share one moment.
            utc_starts_on: at % 2 ? moment : new Date(moment.getTime() + at),
          })),
        )
        .execute()
      await db.updateTable('memberships').set({ utc_entered_on: moment }).where('user_id', '=', ana.userId).execute()
    })
    const seen: string[] = []
    let before = ''
    do {
      const page = await list(s, ana, { before })
      expect(page.events.length).toBeLessThanOrEqual(timelineLimits.perPage)
      seen.push(...page.events.map(({ key, utc_on }) => `${utc_on} ${key}`))
      before = page.next
    } while (before)
    expect(seen).toHaveLength(total)
    expect(new Set(seen).size).toBe(total)
    expect(seen.map((each) => each.slice(0, 24))).toEqual(
      seen
        .map((each) => each.slice(0, 24))
        .toSorted()
        .toReversed(),
    )
    const { error } = await w.call(timeline.list, {
      as: s.admin,
      params: { link: await linkOf(s, ana.email) },
      query: { before: '2026-99-99T00:00:00.000Z given:1' },
    })
    expect([error.code, error.fields]).toEqual(['invalid_request', { before: timelineMessages.before }])
  })

  it('tells of mails and text messages and of what became of them, but of none that are the student’s alone', async () => {
    const s = await w.makeSchool('Cartas')
    const ana = await s.make.student()
    const sent = new Date('2026-05-05T12:00:00Z')
    const write = (kind: string, values: { status: string; outcome?: string; utc_sent_on?: Date }, minute: number) => ({
      user_id: ana.userId,
      kind,
      dedupe_key: `${kind}:${minute}`,
      utc_created_on: new Date(sent.getTime() + minute * minuteMs),
      ...values,
    })
    await s.tx((db) =>
      db
        .insertInto('messages')
        .values([
          write('invitation', { status: 'sent', utc_sent_on: sent }, 0),
          write('enrollment', { status: 'held' }, 1),
          write('recovery', { status: 'failed', outcome: 'address_refused' }, 2),
          write('access_link_sms', { status: 'failed', outcome: 'number_refused' }, 3),
          write('new_device', { status: 'sent', utc_sent_on: sent }, 4),
          write('admin_digest', { status: 'sent', utc_sent_on: sent }, 5),
          write('access_ends', { status: 'sent', utc_sent_on: sent }, 6),
          write('certificate_revoked', { status: 'failed', outcome: 'address_refused' }, 7),
          write('purchase_access', { status: 'sent', utc_sent_on: sent }, 8),
        ])
        .execute(),
    )
    const { events } = await list(s, ana, { part: 'messages' })
    expect(events).toMatchObject([
      { message: 'purchase_access' },
      { message: 'certificate_revoked', state: 'address_refused' },
      { message: 'access_ends', state: 'sent' },
      { message: 'access_link_sms', state: 'number_refused', utc_sent_on: null },
      { message: 'recovery', state: 'unsent' },
      { message: 'enrollment', state: 'waiting' },
      { message: 'invitation', state: 'sent', utc_sent_on: sent.toISOString() },
    ])
    expect((await list(s, ana, { part: 'sales' })).events).toEqual([])
    expect((await list(s, ana, { part: 'access' })).events).toEqual([])
  })

  it('begins with the first moment in the school', async () => {
    const s = await w.makeSchool('Entrada')
    const ana = await s.make.student()
    await s.tx((db) =>
      db.updateTable('memberships').set({ utc_entered_on: new Date() }).where('user_id', '=', ana.userId).execute(),
    )
    expect(kindsOf(await list(s, ana))).toEqual(['entered'])
  })

  it('says whether another grant held the class open when one came or ended', async () => {
    const s = await w.makeSchool('Assinatura')
    const ana = await s.make.student()
    const cohort = await s.make.cohort()
    const charge = (source_key: string, starts: string, ended: string | null) => ({
      cohort_id: cohort.id,
      user_id: ana.userId,
      source: 'sale',
      source_key,
      utc_starts_on: new Date(starts),
      ...(ended && { utc_ends_on: new Date(ended), utc_ended_on: new Date(ended), ended_why: 'expired' }),
    })
    await s.tx((db) =>
      db
        .insertInto('enrollment_grants')
        .values([
          charge('hotmart:1:', '2026-01-01', '2026-02-04'),
          charge('hotmart:2:', '2026-02-01', '2026-03-04'),
          charge('hotmart:3:', '2026-04-01', null),
        ])
        .execute(),
    )
    const { events } = await list(s, ana, { part: 'access' })
    expect(events.map((event) => [event.kind, 'has_other' in event && event.has_other])).toEqual([
      ['given', false],
      ['ended', false],
      ['ended', true],
      ['given', true],
      ['given', false],
    ])
  })
})

it('answers 404 for another school’s student, and shows none of another school’s rows of one who is in both', async () => {
  const [mine, other] = [await w.makeSchool('Minha'), await w.makeSchool('Outra')]
  const ana = await other.make.student()
  await add(other, await other.make.cohort(), ana)
  const params = { link: await linkOf(other, ana.email) }
  for (const route of [timeline.explain, timeline.list])
    expect((await w.call(route, { as: mine.admin, params })).status).toBe(404)
  const administrator = { link: await linkOf(mine, mine.admin.email) }
  expect((await w.call(timeline.explain, { as: mine.admin, params: administrator })).status).toBe(404)
  await mine.make.membership(ana)
  expect(await explain(mine, ana)).toMatchObject({ answers: [], pending_sales: 0 })
  expect((await list(mine, ana)).events).toEqual([])
})

it('tells of a new term of a class where the student followed it, and names its author', async () => {
  const s = await w.makeSchool('Novos prazos')
  const [ana, bia, caio] = [await s.make.student(), await s.make.student(), await s.make.student()]
  const cohort = await s.make.cohort({ title: 'Noite' })
  const params = { id: cohort.id }
  for (const student of [ana, bia]) await add(s, cohort, student)
  const set = (count: number, term_scope: 'new' | 'all') =>
    w.call(cohorts.update, { as: s.admin, params, body: { term: { kind: 'days', count }, term_scope } })
  const until = (student: Student) =>
    w.call(students.setTerm, {
      as: s.admin,
      params: { userId: student.userId, classId: cohort.id },
      body: { until: '2098-12-31' },
    })
  expect((await until(bia)).status).toBe(200)
  expect((await set(40, 'new')).status).toBe(200)
  expect((await set(30, 'all')).status).toBe(200)
  await add(s, cohort, caio)
  expect((await until(ana)).status).toBe(200)
  const { name } = await s.tx((db) =>
    db.selectFrom('memberships').select('name').where('user_id', '=', s.admin.userId).executeTakeFirstOrThrow(),
  )
  const changesOf = async (student: Student) =>
    (await list(s, student, { part: 'access' })).events.filter(({ kind }) => kind === 'term_changed')
  const change = { title: 'Noite', term: { kind: 'days', count: 30 }, set_by: name }
  expect(await changesOf(ana)).toMatchObject([change])
  expect([await changesOf(bia), await changesOf(caio)]).toEqual([[], []])
  const other = await s.make.cohort()
  await s.tx((db) =>
    moveGrants(
      db,
      { cohortId: cohort.id, targetId: other.id, userIds: [ana.userId], movedBy: s.admin.userId },
      w.tools,
    ),
  )
  expect(await changesOf(ana)).toMatchObject([change])
  await s.tx((db) => db.updateTable('runs').set({ asked_by: null }).execute())
  expect(await changesOf(ana)).toMatchObject([{ ...change, set_by: '' }])
})
