import { bulkChanges } from '@escola/contract/bulk-changes.contract'
import { chargeMessages } from '@escola/contract/charges'
import { charges } from '@escola/contract/charges.contract'
import { cohorts } from '@escola/contract/cohorts.contract'
import { dayMs } from '@escola/contract/durations'
import { imports } from '@escola/contract/imports.contract'
import { ledger, movementText } from '@escola/contract/ledger.contract'
import { merges } from '@escola/contract/merges.contract'
import { moves } from '@escola/contract/moves.contract'
import { nextMonthStart } from '@escola/contract/time'
import { beforeAll, describe, expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { neverStops, runPending } from '../../testing/jobs.ts'
import { makeAttended } from '../../testing/member-scope.ts'
import { giveBalance, paying } from '../../testing/paying.ts'
import { type World, world } from '../../testing/world.ts'
import { passGrants } from '../enrollments/passed-grants.service.ts'
import { processImport } from '../imports/import-processing.service.ts'
import { forecastUndo, undoImport } from '../imports/import-undo.service.ts'
import { verifyLedger } from '../ledger/ledger-proof.service.ts'
import { runCharges } from './charges-run.service.ts'

let w: World
beforeAll(async () => {
  w = await world(paying)
})

/** Builds a school with a balance and a class, and ways to import into it. */
async function importingSchool() {
  const school = await w.makeSchool('Escola cheia')
  const as = school.admin
  const cohort = await school.make.cohort()
  await giveBalance(school, 2000)
  const start = async (emails: string[], into = cohort) => {
    const rows = emails.map((email, index) => ({ line: index + 2, name: `Pessoa ${index}`, email, cellphone: '' }))
    return w.call(imports.start, {
      as,
      query: { total: rows.length, filename: 'alunos.csv', school_gateway_id: into.id, renews: 'false' },
      file: { bytes: Buffer.from(JSON.stringify(rows)), filename: 'alunos.json' },
    })
  }
  const importInto = async (emails: string[], into = cohort, now = w.tools.now) => {
    const { id } = (await start(emails, into)).body.import
    await processImport(school, id, { ...w.tools, now }, neverStops)
    return id
  }
  const undo = async (id: string) => {
    const forecast = (await w.call(imports.undoForecast, { as, params: { id } })).body
    expect((await w.call(imports.undo, { as, params: { id } })).status).toBe(202)
    await runPending(w, school, { only: [jobs.continueRun], times: 2 })
    return forecast
  }
  const statement = async () => (await w.call(ledger.statement, { as })).body
  const rowOf = (email: string) =>
    school.tx((db) =>
      db.selectFrom('memberships').select(['user_id', 'link']).where('email', '=', email).executeTakeFirstOrThrow(),
    )
  const emailsOf = (count: number) => Array.from({ length: count }, (_, at) => `free.${at}@${school.id}.example`)
  return { school, as, cohort, start, importInto, undo, statement, rowOf, emailsOf }
}

/** Builds a school whose free places are taken by an import, so that each further student costs a real. */
async function fullSchool() {
  const s = await importingSchool()
  await s.importInto(s.emailsOf(15))
  return s
}

describe('an import that is undone', () => {
  it('gives back the price of students that it made and who never came, once, and their places stay used', async () => {
    const s = await fullSchool()
    const emails = ['a', 'b', 'c', 'd'].map((name) => `${name}@${s.school.id}.example`)
    const id = await s.importInto(emails)
    const { user_id } = await s.rowOf(emails[0]!)
    await s.school.tx((db) =>
      db.updateTable('memberships').set({ utc_seen_on: new Date() }).where('user_id', '=', user_id).execute(),
    )
    expect(await s.undo(id)).toMatchObject({ leaving: 4, staying: 0, returned: '3.00', charged: '1.00' })
    const { bank, movements } = await s.statement()
    expect(bank.balance).toBe('19.00')
    expect(movements.list.map(({ cents, ...row }) => [movementText(row), cents]).slice(0, 1)).toEqual([
      ['Importação desfeita: 3 alunos', 300],
    ])
    const use = (await w.call(charges.month, { as: s.as })).body.month_students
    expect(use).toMatchObject({ counted: 19, charged: 1 })
    await verifyLedger(s.school)
  })

  it('charges those again who come again, each at the place that was theirs', async () => {
    const s = await fullSchool()
    const emails = ['a', 'b', 'c', 'd'].map((name) => `${name}@${s.school.id}.example`)
    await s.undo(await s.importInto(emails))
    expect((await s.statement()).bank.balance).toBe('20.00')
    const quote = await w.call(imports.check, {
      as: s.as,
      body: {
        school_gateway_id: s.cohort.id,
        rows: [{ line: 2, name: 'Pessoa', email: emails[1]!, cellphone: '' }],
      },
    })
    expect(quote.body.cost).toBe('1.00')
    await s.importInto([emails[0]!, emails[1]!, emails[3]!])
    const { bank, movements } = await s.statement()
    expect(bank.balance).toBe('17.00')
    const row = movements.list.find(({ kind }) => kind === 'students')!
    expect([row.quantity, row.cents]).toEqual([7, -700])
    const listed = (await w.call(charges.students, { as: s.as, params: { id: row.id } })).body.students
    expect(listed.list.map(({ place }) => place)).toEqual([16, 17, 18, 19, 16, 17, 19])
    await verifyLedger(s.school)
  })

  it('gives nothing back for a person who has something else', async () => {
    const s = await fullSchool()
    const other = await s.school.make.cohort()
    const kept = `kept@${s.school.id}.example`
    const id = await s.importInto([kept])
    await w.call(cohorts.addStudent, { as: s.as, params: other, body: { name: 'Pessoa Mantida', email: kept } })
    expect(await s.undo(id)).toMatchObject({ returned: '0.00', charged: '1.00' })
    expect((await s.statement()).bank.balance).toBe('19.00')
    await verifyLedger(s.school)
  })

  it('gives nothing back of what a month charges for people that it made in an earlier one', async () => {
    const s = await importingSchool()
    const next = nextMonthStart(new Date())
    const after = (days: number) => ({ ...w.tools, now: () => new Date(next.getTime() + days * dayMs) })
    const id = await s.importInto(s.emailsOf(16), s.cohort, after(-1 / 1440).now)
    expect((await s.statement()).bank.balance).toBe('19.00')
    await runCharges(s.school, undefined, after(0), neverStops)
    expect((await s.statement()).bank.balance).toBe('18.00')
    expect(await forecastUndo(s.school, id, after(2))).toMatchObject({ returned: '0.00', charged: '1.00' })
    await undoImport(makeAttended(s.school, s.as, { roles: ['owner'] }), id, after(2))
    await runPending(w, s.school, { only: [jobs.continueRun], now: after(2).now() })
    expect((await s.statement()).bank.balance).toBe('18.00')
    await verifyLedger(s.school)
  })

  it('gives back what was charged in the month in which its undoing was asked for, also after the end of it', async () => {
    const s = await fullSchool()
    const id = await s.importInto([`late@${s.school.id}.example`])
    expect((await s.statement()).bank.balance).toBe('19.00')
    await w.call(imports.undo, { as: s.as, params: { id } })
    await runPending(w, s.school, { only: [jobs.continueRun], now: nextMonthStart(new Date()), times: 2 })
    expect((await s.statement()).bank.balance).toBe('20.00')
    await verifyLedger(s.school)
  })

  it('lets students whose price went back cost nothing as administrators, or once a student who is paid for was merged into them', async () => {
    const s = await fullSchool()
    const [staff, kept, paid] = ['staff', 'kept', 'paid'].map((name) => `${name}@${s.school.id}.example`)
    await s.undo(await s.importInto([staff!, kept!]))
    await s.importInto([paid!])
    expect((await s.statement()).bank.balance).toBe('19.00')
    const [administrator, into, from] = await Promise.all([staff!, kept!, paid!].map(s.rowOf))
    await s.school.make.roles({ userId: administrator!.user_id }, { is_admin: true })
    await s.school.tx((db) => passGrants(db, { fromId: from!.user_id, toId: into!.user_id }))
    await s.importInto([staff!, kept!])
    expect((await s.statement()).bank.balance).toBe('19.00')
    // One who takes the grants of such a student is paid for too.
    const [other] = await Promise.all([s.school.make.student()])
    await s.school.tx((db) => passGrants(db, { fromId: into!.user_id, toId: other!.userId }))
    await w.call(cohorts.addStudent, { as: s.as, params: s.cohort, body: { name: other!.name, email: other!.email } })
    expect((await s.statement()).bank.balance).toBe('19.00')
    await verifyLedger(s.school)
  })

  it('has students who come again wait for an import under way that may need the rest of the balance', async () => {
    const s = await fullSchool()
    const again = `again@${s.school.id}.example`
    await s.undo(await s.importInto([again]))
    await giveBalance(s.school, -1900)
    expect((await s.start([`begun@${s.school.id}.example`])).status).toBe(202)
    expect((await s.start([again])).error.fields).toEqual({ file: chargeMessages.underWay })
  })
})

it('says with each question about students who leave what the month has charged for them', async () => {
  const s = await fullSchool()
  const as = s.as
  const other = await s.school.make.cohort()
  const emails = ['a', 'b'].map((name) => `${name}@${s.school.id}.example`)
  await s.importInto(emails, other)
  const [first, second] = [await s.rowOf(emails[0]!), await s.rowOf(emails[1]!)]
  const ids = [first.user_id, second.user_id]
  expect((await w.call(charges.already, { as, body: { user_ids: ids } })).body).toEqual({ charged: '2.00' })
  expect((await w.call(cohorts.getRemoval, { as, params: other })).body.removal.charged).toBe('2.00')
  expect((await w.call(cohorts.getRemoval, { as, params: s.cohort })).body.removal.charged).toBe('0.00')
  expect((await w.call(moves.forecast, { as, params: other })).body.charged).toMatchObject({
    all: '2.00',
    year: '0.00',
  })
  const leaving = { school_gateway_id: other.id, leaves: true as const }
  const quoted = await w.call(bulkChanges.quote, { as, body: { ...leaving, user_ids: ids } })
  expect(quoted.body).toMatchObject({ cost: '0.00', charged: '2.00' })
  const query = { email: emails[1]! }
  const looked = await w.call(merges.preview, { as, params: { link: first.link! }, query })
  expect(looked.body.preview.charged).toBe('1.00')
  expect((await w.call(charges.already, { as, body: { user_ids: [] } })).status).toBe(400)
})
