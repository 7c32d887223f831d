import { accountNames, ledger, totalsTexts } from '@escola/contract/ledger.contract'
import { beforeAll, expect, it } from 'vitest'
import { type World, world } from '../../testing/world.ts'
import { bookMovement } from './ledger.service.ts'
import { saveMonths } from './ledger-months.service.ts'
import { verifyLedger } from './ledger-proof.service.ts'
import type { Transfer } from './movements.ts'

let w: World
let operator: Awaited<ReturnType<World['makePlatformPerson']>>
beforeAll(async () => {
  w = await world()
  operator = await w.makePlatformPerson()
})

type School = World['northside']
const cents = (from: Transfer['from'], to: Transfer['to'], amount: number): Transfer => ({
  from,
  to,
  unit: 'cents',
  amount,
})
const book = (school: School, day: string, ...transfers: Transfer[]) =>
  school.tx((db) =>
    bookMovement(
      db,
      { key: `sms:${day}${JSON.stringify(transfers)}`, kind: 'sms', transfers },
      { now: () => new Date(day) },
    ),
  )
const totalsOf = async (month?: string) =>
  (await w.call(ledger.totals, { as: operator, query: month ? { month } : {} })).body

it('adds up the money of all schools by month and account, and shows it as a spreadsheet, too', async () => {
  expect(await totalsOf()).toEqual({ first_month: null, last_month: null, totals: [] })
  const pack = [cents('provider', 'balance', 2990), cents('promotion', 'balance', 10)]
  for (const school of [w.northside, w.riverside]) await book(school, '2026-09-02T12:00:00Z', ...pack)
  await book(w.northside, '2026-11-02T12:00:00Z', cents('balance', 'revenue.sms', 75))
  await book(
    w.riverside,
    '2026-11-03T12:00:00Z',
    cents('balance', 'provider', 2990),
    cents('balance', 'revenue.sms', 150),
  )
  for (const school of [w.northside, w.riverside]) await saveMonths(school)

  const span = { first_month: '2026-09', last_month: '2026-11' }
  expect(await totalsOf('2026-09')).toEqual({
    ...span,
    totals: [
      { account: 'provider', out_cents: 5980, in_cents: 0 },
      { account: 'promotion', out_cents: 20, in_cents: 0 },
      { account: 'balance', out_cents: 0, in_cents: 6000 },
    ],
  })
  expect(await totalsOf('2026-10')).toEqual({ ...span, totals: [] })
  const november = [
    { account: 'provider', out_cents: 0, in_cents: 2990 },
    { account: 'revenue.sms', out_cents: 0, in_cents: 225 },
    { account: 'balance', out_cents: 3215, in_cents: 0 },
  ]
  expect(await totalsOf()).toEqual({ ...span, totals: november })

  const { bytes, headers } = await w.call(ledger.downloadTotals, { as: operator })
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(bytes.toString().slice(1)).toBe(
    [
      totalsTexts.headings.join(';'),
      `2026-09;${accountNames.provider};59,80;0,00`,
      `2026-09;${accountNames.promotion};0,20;0,00`,
      `2026-09;${accountNames.balance};0,00;60,00`,
      `2026-11;${accountNames.provider};0,00;29,90`,
      `2026-11;${accountNames['revenue.sms']};0,00;2,25`,
      `2026-11;${accountNames.balance};32,15;0,00`,
      '',
    ].join('\r\n'),
  )
})

it('keeps a month whole that a movement comes to late', async () => {
  const school = await w.makeSchool('Atrasada')
  const sms = cents('balance', 'revenue.sms', 75)
  await book(school, '2026-07-10T12:00:00Z', sms)
  await book(school, '2026-08-31T12:00:00Z', sms)
  await book(school, '2026-09-01T03:00:01Z', sms)
  await saveMonths(school)
  // The clock of another process is behind.
  await book(school, '2026-09-01T02:59:59Z', sms)
  await saveMonths(school)
  await saveMonths(school)
  const saved = () =>
    school.tx((db) =>
      db
        .selectFrom('ledger_months')
        .select(['month', 'cents'])
        .where('account', '=', 'revenue.sms')
        .orderBy('month')
        .execute(),
    )
  expect(await saved()).toEqual([
    { month: '2026-07', cents: '75' },
    { month: '2026-08', cents: '150' },
    { month: '2026-09', cents: '75' },
  ])
  await verifyLedger(school)
  for (const change of [{ cents: '74' }, { account: 'revenue.domains' }]) {
    await school.tx((db) =>
      db
        .updateTable('ledger_months')
        .set(change)
        .where('month', '=', '2026-07')
        .where('account', '=', 'revenue.sms')
        .execute(),
    )
    await expect(verifyLedger(school)).rejects.toThrow('2026-07')
  }
})

it('is of the platform alone', async () => {
  for (const route of [ledger.totals, ledger.downloadTotals]) {
    for (const as of [w.northside.admin, await w.makePlatformPerson('teacher')])
      expect((await w.call(route, { as })).status).toBe(403)
    expect((await w.call(route)).status).toBe(401)
  }
  expect((await w.call(ledger.totals, { as: operator, query: { month: '2026-13' } })).error).toMatchObject({
    code: 'invalid_request',
    fields: { month: 'Escolha um mês' },
  })
})
