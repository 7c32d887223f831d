import { accounts } from '@escola/contract/accounts.contract'
import { cohorts } from '@escola/contract/cohorts.contract'
import { learning } from '@escola/contract/learning.contract'
import { merges, mergeTexts } from '@escola/contract/merges.contract'
import { students } from '@escola/contract/students.contract'
import { thisSchool } from '@escola/db'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { type World, world } from '../../testing/world.ts'
import { endGrants, giveGrants } from '../enrollments/enrollments.service.ts'
import { enterPublicCohort } from '../enrollments/public-cohort.service.ts'
import { lockBank } from '../ledger/ledger.service.ts'
import { forgetProof } from '../own-data/own-data.testing.ts'
import { sellersOf } from '../sales/sales.testing.ts'
import { eraseMember } from '../students/students.service.ts'
import { inDays, never, readRowsOf } from './merges.testing.ts'
import { settleMerges } from './undoing.service.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

type School = Awaited<ReturnType<World['makeSchool']>>
const linkOf = async (s: Pick<School, 'tx'>, userId: string) =>
  (
    await s.tx((db) =>
      db.selectFrom('memberships').select('link').where('user_id', '=', userId).executeTakeFirstOrThrow(),
    )
  ).link
const startMerge = async (s: School, first: Person, second: { email: string }) =>
  w.call(merges.start, { as: s.admin, params: { link: await linkOf(s, first.userId) }, body: { email: second.email } })
const undoMerge = async (s: School, first: { userId: string }, id: string) =>
  w.call(merges.undo, { as: s.admin, params: { link: await linkOf(s, first.userId), id } })
const openedBy = (s: Pick<School, 'tx'>, userId: string) =>
  s.tx(async (db) =>
    (await db.selectFrom('course_openings').where('user_id', '=', userId).select('course_id').execute()).map(
      ({ course_id }) => course_id,
    ),
  )
const complete = (student: Person, course: { id: string }, lesson: { id: string }, isComplete = true) =>
  w.call(learning.complete, {
    as: student,
    body: {
      contentId: lesson.id,
      degreeId: course.id,
      userDegree: { metadata: { content: { [lesson.id]: { isComplete } } } },
    },
  })

const join = (s: School, cohort: { id: string }, { userId, name, email }: Person) =>
  s.tx((db) =>
    giveGrants(
      db,
      [{ cohortId: cohort.id, student: { userId, name, email, cellphone: '' }, source: 'manual' }],
      w.tools,
    ),
  )

/** Two students of a school: both have a class and a lesson of their own, and the second has something of each kind. */
async function makePair() {
  const s = await w.makeSchool('Juntas')
  const [first, second] = [await s.make.student('Maria Souza'), await s.make.student('Maria S')]
  const [bread, cake] = [await s.make.course({ modules: [3] }), await s.make.course({ title: 'Bolos', modules: [2] })]
  const both = await s.make.cohort({ courses: [bread] })
  const own = await s.make.cohort({ title: 'Bolos', courses: [cake] })
  await join(s, both, first)
  await join(s, both, second)
  await join(s, own, second)
  await complete(first, bread, bread.lessons[0]!)
  await complete(second, bread, bread.lessons[0]!)
  await complete(second, bread, bread.lessons[1]!)
  await complete(second, cake, cake.lessons[0]!)
  const certificate = await s.make.certificate(cake, second)
  const thread = await s.make.thread(cake, second)
  await s.tx(async (db) => {
    await db.insertInto('bookmarks').values({ user_id: second.userId, course_id: cake.id }).execute()
    await db
      .insertInto('lesson_positions')
      .values({ user_id: second.userId, lesson_id: cake.lessons[1]!.id, position: 42, utc_watched_on: new Date() })
      .execute()
    await db.updateTable('memberships').set({ notes: 'Ligou na terça' }).where('user_id', '=', second.userId).execute()
  })
  return { s, first, second, bread, cake, both, own, certificate, thread }
}

describe('a merging', () => {
  it('gives the first student all that the second had, tells both, and is undone exactly', async () => {
    const { s, first, second, bread, cake, certificate } = await makePair()
    const before = [await readRowsOf(w, first), await readRowsOf(w, second)]
    const link = await linkOf(s, first.userId)
    const preview = await w.call(merges.preview, { as: s.admin, params: { link }, query: { email: second.email } })
    expect(preview.body).toMatchObject({
      student: { name: 'Maria S', email: second.email },
      preview: {
        school_gateways: 2,
        degrees: 2,
        certificates: 1,
        karma: 30,
        threads: 1,
        has_notes: true,
        charged: '0.00',
      },
    })
    const { status, body } = await startMerge(s, first, second)
    expect(status).toBe(200)
    expect(body.merge).toMatchObject({ student: { email: second.email }, is_correction: false })
    expect((await openedBy(s, first.userId)).sort()).toEqual([bread.id, cake.id].sort())
    expect(await openedBy(s, second.userId)).toEqual([])
    const page = (await w.call(students.get, { as: s.admin, params: { link } })).body
    expect(page.degrees.map(({ title, progress }) => [title, progress])).toEqual([
      ['Bolos', '50.00'],
      ['Pães artesanais', '66.67'],
    ])
    expect(page.student.notes).toContain('Ligou na terça')
    const led = (await w.call(students.get, { as: s.admin, params: { link: await linkOf(s, second.userId) } })).body
    expect(led).toMatchObject({ student: { link }, merges: [{ id: body.merge.id, student: { email: second.email } }] })
    expect(page.degrees[0]!.certificate).toMatchObject({ id: certificate.id })
    const listed = (await w.call(students.list, { as: s.admin })).body.students
    expect(listed.list.map(({ email }) => email)).not.toContain(second.email)
    expect(listed.total).toBe(2)
    const near = await w.call(students.nearby, { as: s.admin, query: { search: second.email } })
    expect(near.body.students.map((each) => each.link)).toEqual([link])
    const mails = await s.tx((db) =>
      db.selectFrom('messages').where('kind', '=', 'students_merged').select('user_id').orderBy('user_id').execute(),
    )
    expect(mails.map(({ user_id }) => user_id)).toEqual(
      [first.userId, second.userId].sort((a, b) => Number(a) - Number(b)),
    )
    const karma = await s.tx((db) => db.selectFrom('karma_totals').select(['user_id', 'karma']).execute())
    expect(karma).toEqual(
      expect.arrayContaining([
        { user_id: first.userId, karma: 40 },
        { user_id: second.userId, karma: 0 },
      ]),
    )
    expect((await startMerge(s, first, second)).error.fields).toEqual({ email: mergeTexts.missing })

    expect((await undoMerge(s, first, body.merge.id)).status).toBe(200)
    expect([await readRowsOf(w, first), await readRowsOf(w, second)]).toEqual(before)
    expect((await undoMerge(s, first, body.merge.id)).error.fields).toEqual({ id: mergeTexts.over })
  })

  it('leaves with the first student what was done since', async () => {
    const { s, first, second, bread, cake, own } = await makePair()
    const { merge } = (await startMerge(s, first, second)).body
    await complete(first, bread, bread.lessons[2]!)
    await complete(first, cake, cake.lessons[1]!)
    // A lesson that came along is taken back, and another is done anew.
    await complete(first, bread, bread.lessons[1]!, false)
    await s.tx((db) => endGrants(db, { cohortId: own.id, userId: first.userId }, { why: 'removed_by_school' }, w.tools))
    await undoMerge(s, first, merge.id)
    const lessonsOf = (userId: string) =>
      s.tx(async (db) =>
        (await db.selectFrom('lesson_completions').where('user_id', '=', userId).select('lesson_id').execute())
          .map(({ lesson_id }) => lesson_id)
          .sort(),
      )
    expect(await lessonsOf(first.userId)).toEqual(
      [bread.lessons[0]!.id, bread.lessons[2]!.id, cake.lessons[1]!.id].sort(),
    )
    expect(await lessonsOf(second.userId)).toEqual(
      [bread.lessons[0]!.id, bread.lessons[1]!.id, cake.lessons[0]!.id].sort(),
    )
    // A grant comes back as it is by now.
    expect(await openedBy(s, second.userId)).toEqual([bread.id])
    expect(await openedBy(s, first.userId)).toEqual([bread.id])
  })

  it('leaves two that are merged into one student each what is theirs', async () => {
    const { s, first, second, cake } = await makePair()
    const third = await s.make.student('Maria Terceira')
    await s.make.enrollment(await s.make.cohort({ title: 'Outra', courses: [cake] }), third)
    await complete(third, cake, cake.lessons[0]!)
    const { merge } = (await startMerge(s, first, second)).body
    await startMerge(s, first, third)
    // Chains would have to be undone in their order.
    expect((await startMerge(s, s.student, first)).error.fields).toEqual({ email: mergeTexts.open })
    await undoMerge(s, first, merge.id)
    const page = await w.call(students.get, { as: s.admin, params: { link: await linkOf(s, first.userId) } })
    expect(page.body.degrees.map(({ title, progress }) => [title, progress])).toEqual([
      ['Bolos', '50.00'],
      ['Pães artesanais', '33.33'],
    ])
  })

  it('changes no account, and leads the second student to the first', async () => {
    const { s, first, second, both } = await makePair()
    await startMerge(s, first, second)
    const joining = await w.call(accounts.joinSchool, {
      as: second,
      params: { schoolId: s.id },
      body: { disclosure: true },
    })
    expect(joining.error.code).toBe('account_merged')
    const signIns = await w.database.withPlatform((db) =>
      db.selectFrom('users').where('id', 'in', [first.userId, second.userId]).select(['id', 'email']).execute(),
    )
    expect(new Map(signIns.map(({ id, email }) => [id, email]))).toEqual(
      new Map([first, second].map(({ userId, email }) => [userId, email])),
    )
    // An administrator who adds the old e-mail adds the first student.
    const added = await w.call(cohorts.addStudent, {
      as: s.admin,
      params: { id: both.id },
      body: { name: 'Maria S', email: second.email, cellphone: '' },
    })
    expect(added.body).toMatchObject({ student: { email: first.email }, alreadyEnrolled: true })
    expect(await openedBy(s, second.userId)).toEqual([])
  })

  it('is refused for administrators, for outsiders, without a proof and for the same student', async () => {
    const { s, first, second } = await makePair()
    const boss = await s.make.student('Chefe')
    await s.make.roles(boss, { is_admin: true })
    expect((await startMerge(s, first, boss)).error.fields).toEqual({ email: mergeTexts.administrators })
    expect((await startMerge(s, boss, first)).error.fields).toEqual({ email: mergeTexts.administrators })
    expect((await startMerge(s, first, first)).error.fields).toEqual({ email: mergeTexts.sameStudent })
    const outsider = await w.northside.make.student()
    expect((await startMerge(s, first, outsider)).error.fields).toEqual({ email: mergeTexts.missing })
    const { merge } = (await startMerge(s, first, second)).body
    const other = { as: w.northside.admin, params: { link: await linkOf(w.northside, outsider.userId), id: merge.id } }
    expect((await w.call(merges.undo, other)).error.fields).toEqual({ id: mergeTexts.over })
    const unproven = { ...s, admin: await s.make.admin() }
    await forgetProof(w, unproven.admin)
    expect((await startMerge(unproven, first, boss)).error.code).toBe('proof_needed')
    expect((await undoMerge(unproven, first, merge.id)).error.code).toBe('proof_needed')
    const link = await linkOf(s, first.userId)
    const corrected = { as: unproven.admin, params: { link }, body: { email: 'nova@example.com' } }
    expect((await w.call(merges.correct, corrected)).error.code).toBe('proof_needed')
  })

  it('is for good after seven days, however often the job runs', async () => {
    const { s, first, second, cake } = await makePair()
    const { merge } = (await startMerge(s, first, second)).body
    // A page of the second student that was still open.
    await s.tx((db) =>
      db
        .insertInto('lesson_completions')
        .values({ user_id: second.userId, course_id: cake.id, lesson_id: cake.lessons[1]!.id })
        .execute(),
    )
    await settleMerges(s, inDays(6), never)
    // The days are over before the job comes.
    const setUntil = (utc_undo_until: Date) =>
      s.tx((db) => db.updateTable('merges').set({ utc_undo_until }).where('id', '=', merge.id).execute())
    await setUntil(new Date(Date.now() - 1000))
    expect((await undoMerge(s, first, merge.id)).error.fields).toEqual({ id: mergeTexts.over })
    await setUntil(inDays(7).now())
    const killed = AbortSignal.abort()
    await expect(settleMerges(s, inDays(8), killed)).rejects.toThrow()
    await settleMerges(s, inDays(8), never)
    const after = await readRowsOf(w, first)
    await settleMerges(s, inDays(9), never)
    expect(await readRowsOf(w, first)).toEqual(after)
    const page = (await w.call(students.get, { as: s.admin, params: { link: await linkOf(s, first.userId) } })).body
    expect(page.degrees[0]).toMatchObject({ title: 'Bolos', progress: '100.00' })
    const row = await s.tx((db) =>
      db
        .selectFrom('course_progress')
        .where('user_id', '=', first.userId)
        .where('course_id', '=', cake.id)
        .select('utc_completed_on')
        .executeTakeFirstOrThrow(),
    )
    expect(row.utc_completed_on).not.toBeNull()
    expect((await undoMerge(s, first, merge.id)).error.fields).toEqual({ id: mergeTexts.over })
    expect((await s.tx((db) => db.selectFrom('merged_rows').selectAll().execute())).length).toBe(0)
  })

  it('is undone before either student is erased, and goes with the first afterwards', async () => {
    const { s, first, second, cake } = await makePair()
    await startMerge(s, first, second)
    await s.tx((db) => eraseMember(db, s.id, { user_id: first.userId }, w.tools))
    expect(await openedBy(s, second.userId)).toContain(cake.id)
    const pair = await makePair()
    await startMerge(pair.s, pair.first, pair.second)
    await pair.s.tx((db) => eraseMember(db, pair.s.id, { user_id: pair.second.userId }, w.tools))
    expect(await openedBy(pair.s, pair.first.userId)).toEqual([pair.bread.id])
    const last = await makePair()
    await startMerge(last.s, last.first, last.second)
    await settleMerges(last.s, inDays(8), never)
    await last.s.tx((db) => eraseMember(db, last.s.id, { user_id: last.first.userId }, w.tools))
    expect(await readRowsOf(w, last.second)).toEqual({})
  })
})

it('is undone for an erasing that waits for the balance before it holds the school', async () => {
  const { s, first, second } = await makePair()
  await startMerge(s, first, second)
  await s.tx((db) => lockBank(db))
  await s.tx((db) =>
    db.insertInto('messages').values({ user_id: first.userId, kind: 'access_link_sms', dedupe_key: 'sms' }).execute(),
  )
  const other = await openTransaction(w.databaseUrl, 'select from school_bank where school_id = $1 for no key update', [
    s.id,
  ])
  const erasing = s.tx((db) => eraseMember(db, s.id, { user_id: first.userId }, w.tools))
  await untilWaiting(w.databaseUrl)
  await s.tx((db) => db.updateTable('schools').set({ has_notifications: true }).execute())
  await other.commit()
  await erasing
  expect(await readRowsOf(w, first)).toEqual({})
})

it('corrects an e-mail once it has the balance, and holds the school after that', async () => {
  const { s, second } = await makePair()
  await s.tx((db) => lockBank(db))
  const other = await openTransaction(w.databaseUrl, 'select from school_bank where school_id = $1 for no key update', [
    s.id,
  ])
  const correcting = w.call(merges.correct, {
    as: s.admin,
    params: { link: await linkOf(s, second.userId) },
    body: { email: 'maria.certa@example.com' },
  })
  await untilWaiting(w.databaseUrl)
  await s.tx((db) => db.updateTable('schools').set({ has_notifications: true }).execute())
  await other.commit()
  expect((await correcting).status).toBe(200)
})

describe('a sale', () => {
  it('follows its student into a merging: renewals, refunds and what the school took away', async () => {
    const shop = sellersOf(w)
    const s = await shop.makeSeller()
    const first = await s.make.student('Marina Certa')
    const charge = (transaction: string, event = 'PURCHASE_APPROVED') =>
      s.hotmart(event, { transaction, subscription: 'S1' })
    await charge('HP1')
    await s.work()
    const second = await s.tx((db) =>
      db
        .selectFrom('memberships')
        .where('email', '=', s.email)
        .select(['user_id as userId', 'email'])
        .executeTakeFirstOrThrow(),
    )
    await startMerge(s as never, first, second)
    await charge('HP2')
    await s.work()
    expect(await s.members()).toEqual([first.email])
    await charge('HP1', 'PURCHASE_REFUNDED')
    await charge('HP2', 'PURCHASE_REFUNDED')
    await s.work()
    expect(await s.members()).toEqual([])
    // A new purchase by the old address, after the days are over.
    await settleMerges(s, inDays(8), never)
    await s.hotmart('PURCHASE_APPROVED', { transaction: 'HP3' })
    await s.work()
    expect(await s.members()).toEqual([first.email])
    await s.tx((db) =>
      endGrants(db, { cohortId: s.cohort.id, userId: first.userId }, { why: 'removed_by_school' }, w.tools),
    )
    await s.hotmart('PURCHASE_COMPLETE', { transaction: 'HP3' })
    await s.work()
    expect(await s.members()).toEqual([])
  })
})

describe('a corrected e-mail', () => {
  const correct = async (s: School, student: { userId: string }, email: string) =>
    w.call(merges.correct, { as: s.admin, params: { link: await linkOf(s, student.userId) }, body: { email } })

  it('takes the place to the new address, invites it, tells the old one, and is undone', async () => {
    const { s, second, cake } = await makePair()
    const before = await readRowsOf(w, second)
    const email = `certa.${s.id}@example.com`
    const link = await linkOf(s, second.userId)
    const looked = await w.call(merges.previewCorrection, { as: s.admin, params: { link }, query: { email } })
    expect(looked.body).toMatchObject({ student: null, preview: { school_gateways: 2 } })
    const { body } = await correct(s, second, email)
    expect(body.student).toMatchObject({ name: 'Maria S', email })
    const page = (await w.call(students.get, { as: s.admin, params: { link: body.student.link } })).body
    expect(page.student).toMatchObject({ email, notes: `${second.email}:\nLigou na terça` })
    expect(page.degrees.map(({ title }) => title)).toContain(cake.title)
    const mails = await s.tx((db) =>
      db
        .selectFrom('messages')
        .where('kind', 'in', ['email_corrected', 'invitation'])
        .select(['kind', 'user_id'])
        .orderBy('kind')
        .execute(),
    )
    expect(mails).toEqual([
      { kind: 'email_corrected', user_id: second.userId },
      { kind: 'invitation', user_id: page.student.user_id },
    ])
    const user = await w.database.withPlatform((db) =>
      db.selectFrom('users').where('id', '=', second.userId).select('email').executeTakeFirstOrThrow(),
    )
    expect(user.email).toBe(second.email)
    expect((await correct(s, { userId: page.student.user_id }, second.email)).error.fields).toEqual({
      email: mergeTexts.open,
    })
    const list = await w.call(students.get, { as: s.admin, params: { link: body.student.link } })
    expect(list.body.merges).toMatchObject([{ is_correction: true, student: { email: second.email } }])
    await undoMerge(s, { userId: page.student.user_id }, list.body.merges[0]!.id)
    expect(await readRowsOf(w, second)).toEqual(before)
    const after = (await w.call(students.list, { as: s.admin })).body.students
    expect(after.list.map((row) => row.email)).not.toContain(email)
  })

  it('keeps a student out of the public class that the school took them out of', async () => {
    const s = await w.makeSchool('Pública')
    const open = await s.make.cohort({ isPublic: true })
    const student = await s.make.student('Maria Souza')
    const enter = (userId: string) => s.tx((db) => enterPublicCohort(db, thisSchool, { userId, now: new Date() }))
    await enter(student.userId)
    const place = { cohortId: open.id, userId: student.userId }
    await s.tx((db) => endGrants(db, place, { why: 'removed_by_school' }, w.tools))
    const { body } = await correct(s, student, `publica.${s.id}@example.com`)
    const page = await w.call(students.get, { as: s.admin, params: { link: body.student.link } })
    await enter(page.body.student.user_id)
    const again = await w.call(students.get, { as: s.admin, params: { link: body.student.link } })
    expect(again.body.school_gateways).toEqual([])
  })

  it('goes back to the old address once the days are over', async () => {
    const { s, second, cake } = await makePair()
    const { body } = await correct(s, second, `nova.${s.id}@example.com`)
    await settleMerges(s, inDays(8), never)
    const moved = await s.tx((db) =>
      db
        .selectFrom('memberships')
        .where('link', '=', body.student.link)
        .select('user_id as userId')
        .executeTakeFirstOrThrow(),
    )
    expect((await correct(s, moved, second.email)).body.student).toMatchObject({ email: second.email })
    expect(await openedBy(s, second.userId)).toContain(cake.id)
  })

  it('merges into a student who has the address already, and is refused for administrators', async () => {
    const { s, first, second } = await makePair()
    expect((await correct(s, second, s.admin.email)).error.fields).toEqual({ email: mergeTexts.administrators })
    expect((await correct(s, second, second.email)).error.fields).toEqual({ email: mergeTexts.same })
    const { body } = await correct(s, second, first.email)
    expect(body.student.email).toBe(first.email)
    const list = await w.call(students.get, { as: s.admin, params: { link: body.student.link } })
    expect(list.body.merges).toMatchObject([{ is_correction: false }])
  })
})
