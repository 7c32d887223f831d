import { cohorts } from '@escola/contract/cohorts.contract'
import { ledger, ledgerMessages, movementLabels } from '@escola/contract/ledger.contract'
import { moneyOf } from '@escola/contract/money'
import { platform } from '@escola/contract/platform.contract'
import { schools } from '@escola/contract/schools.contract'
import { monthOf } from '@escola/contract/time'
import type { SchoolDb } from '@escola/db'
import type { KyselyPlugin } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { type World, world } from '../../testing/world.ts'
import { bookMovement, emptyBank } from './ledger.service.ts'
import { saveMonths } from './ledger-months.service.ts'
import { verifyLedger } from './ledger-proof.service.ts'
import { adjustmentTransfers, type Transfer } from './movements.ts'

let w: World
let operator: Awaited<ReturnType<World['makePlatformPerson']>>
beforeAll(async () => {
  w = await world()
  operator = await w.makePlatformPerson()
})

type School = Awaited<ReturnType<World['makeSchool']>>
const gift = (points: number): Transfer[] => [{ from: 'promotion', to: 'points', unit: 'points', amount: points }]
const give = (school: School, key: string, transfers: Transfer[]) =>
  school.tx((db) => bookMovement(db, { key: `adjustment:${key}`, kind: 'adjustment', transfers }, w.tools))
/** Books points as a pack gives them. */
const givePoints = (school: School, points: number) =>
  school.tx((db) => bookMovement(db, { key: 'payment:1', kind: 'pack', transfers: gift(points) }, w.tools))
const statementOf = async (school: School, query: { month?: string; page?: number } = {}) =>
  (await w.call(ledger.statement, { as: school.admin, query })).body
const bankOf = async (school: School) => (await statementOf(school)).bank

it('shows one balance in the context, after an addition to a class, in the statement and in the list of schools', async () => {
  const school = await w.makeSchool('Escola com saldo')
  const query = { domain: 'localhost', pathname: `/escola/${school.id}` }
  const contextBank = async (as?: School['admin']) =>
    (await w.call(schools.context, { ...(as && { as }), query })).body.bank
  expect(await contextBank(school.admin)).toEqual(emptyBank)

  await give(school, 'first', adjustmentTransfers(2550))
  await givePoints(school, 30)
  const bank = { balance: '25.50', points: 30 }
  expect(await contextBank(school.admin)).toEqual(bank)
  expect(await bankOf(school)).toEqual(bank)
  expect(await contextBank(school.student)).toEqual(emptyBank)
  expect(await contextBank()).toEqual(emptyBank)

  const { id } = await school.make.cohort()
  const body = { name: 'Rita Moraes', email: 'rita@saldo.example' }
  expect((await w.call(cohorts.addStudent, { as: school.admin, params: { id }, body })).body.bank).toEqual(bank)
  const listed = await w.call(platform.schools, { as: operator, query: { search: 'Escola com saldo' } })
  expect(listed.body.schools.list.find((each) => each.id === school.id)?.balance).toBe(bank.balance)
})

it('swaps points by the three tiers and no other, and never more than there are', async () => {
  const school = await w.makeSchool('Trocas')
  await givePoints(school, 1600)
  const swap = (pointsToRemove: number) =>
    w.call(ledger.swapPoints, { as: school.admin, body: { pointsToRemove: pointsToRemove as 100 } })
  for (const [points, balance] of [
    [100, '1.00'],
    [500, '11.00'],
    [1000, '36.00'],
  ] as const)
    expect((await swap(points)).body.bank.balance).toBe(balance)
  expect(await swap(100)).toMatchObject({ status: 409, body: { code: 'points_missing' } })
  expect(await swap(1)).toMatchObject({ status: 400 })
  expect(await bankOf(school)).toEqual({ balance: '36.00', points: 0 })
})

it('gives fifty of two hundred swaps at once when the points are for fifty, and one for a repeated call', async () => {
  const school = await w.makeSchool('Muitas trocas')
  await givePoints(school, 5000)
  const swap = async (idempotencyKey: string): ReturnType<typeof w.call> => {
    const answer = await w.call(ledger.swapPoints, {
      as: school.admin,
      body: { pointsToRemove: 100 },
      headers: { 'idempotency-key': idempotencyKey },
    })
    // A busy server turns some of so many calls away, and the screens send such a call again with its key.
    return answer.status === 503 ? swap(idempotencyKey) : answer
  }
  const repeated = await Promise.all(Array.from({ length: 5 }, () => swap('the-very-same-click')))
  expect(repeated.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => swap(`swap-number-${at}`)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(49)
  expect(answers.filter(({ body }) => (body as { code?: string }).code === 'points_missing')).toHaveLength(151)
  expect(await bankOf(school)).toEqual({ balance: '50.00', points: 0 })
  await verifyLedger(school)
})

it('lists movements newest first with the sums after each, a month alone, and as a file', async () => {
  const school = await w.makeSchool('Extrato')
  const book = (key: string, cents: number, day: string) =>
    school.tx((db) =>
      bookMovement(
        db,
        { key, kind: 'adjustment', transfers: adjustmentTransfers(cents), reason: key },
        { now: () => new Date(day) },
      ),
    )
  await book('=Acerto de setembro', 1000, '2026-10-01T02:59:00Z')
  await book('Acerto de outubro', -2500, '2026-10-01T03:00:00Z')
  await book('Acerto de novembro', 300, '2026-11-20T12:00:00Z')
  const all = await statementOf(school)
  expect(all.first_month).toBe('2026-09')
  expect(all.movements.list.map(({ reason, cents, balance_after }) => [reason, cents, balance_after])).toEqual([
    ['Acerto de novembro', 300, -1200],
    ['Acerto de outubro', -2500, -1500],
    ['=Acerto de setembro', 1000, 1000],
  ])
  const october = await statementOf(school, { month: '2026-10' })
  expect(october.movements.list.map(({ reason }) => reason)).toEqual(['Acerto de outubro'])
  expect((await statementOf(school, { page: 2 })).movements.list).toEqual([])

  const { bytes } = await w.call(ledger.download, { as: school.admin })
  const text = bytes.toString()
  const label = movementLabels.adjustment
  expect(text.split('\r\n').slice(1, 4)).toEqual([
    `30/09/2026, 23:59;${label};'=Acerto de setembro;;10,00;10,00;0;0`,
    `01/10/2026, 00:00;${label};Acerto de outubro;;-25,00;-15,00;0;0`,
    `20/11/2026, 09:00;${label};Acerto de novembro;;3,00;-12,00;0;0`,
  ])
})

it('saves the sums of all months since the last one that is saved', async () => {
  const school = await w.makeSchool('Meses')
  const book = (key: string, cents: number, day: string) =>
    school.tx((db) =>
      bookMovement(
        db,
        { key, kind: 'adjustment', transfers: adjustmentTransfers(cents) },
        { now: () => new Date(day) },
      ),
    )
  const saved = async () => {
    await saveMonths(school)
    const rows = await school.tx((db) =>
      db
        .selectFrom('ledger_months')
        .where('account', '=', 'balance')
        .select(['month', 'cents'])
        .orderBy('month')
        .execute(),
    )
    return rows.map(({ month, cents }) => [month, cents])
  }
  expect(await saved()).toEqual([])
  await book('a', 1000, '2026-02-01T02:59:59Z')
  await book('b', 200, '2026-02-01T03:00:00Z')
  expect(await saved()).toEqual([
    ['2026-01', '1000'],
    ['2026-02', '200'],
  ])
  await book('c', 30, '2026-02-28T12:00:00Z')
  await book('d', 4, '2026-07-01T12:00:00Z')
  const all = [
    ['2026-01', '1000'],
    ['2026-02', '230'],
    ['2026-07', '4'],
  ]
  expect(await saved()).toEqual(all)
  expect(await saved()).toEqual(all)
})

it('lets the platform alone adjust a balance, with a reason', async () => {
  const school = await w.makeSchool('Ajuste')
  const adjust = (as: typeof operator, body: { cents: number; reason: string }) =>
    w.call(ledger.adjust, { as, params: { schoolId: school.id }, body })
  const fair = { cents: -990, reason: 'Cobrança em dobro' }
  expect(await adjust(school.admin, fair)).toMatchObject({ status: 403, body: { code: 'platform_only' } })
  expect(await adjust(operator, { ...fair, cents: 0 })).toMatchObject({
    status: 400,
    body: { fields: { cents: ledgerMessages.amount } },
  })
  expect(await adjust(operator, { ...fair, reason: ' x ' })).toMatchObject({
    status: 400,
    body: { fields: { reason: ledgerMessages.reason } },
  })
  expect((await adjust(operator, fair)).body.bank).toEqual({ balance: moneyOf(-990), points: 0 })
  const { movements } = await statementOf(school)
  expect(movements.list).toMatchObject([
    { kind: 'adjustment', cents: -990, reason: fair.reason, booked_by: 'Vera Plataforma' },
  ])
  const { bytes } = await w.call(ledger.download, { as: school.admin })
  expect(bytes.toString()).toContain(`${movementLabels.adjustment};${fair.reason};Vera Plataforma;-9,90;-9,90;0;0`)
})

it('refuses a key that has booked something else, and books nothing', async () => {
  const school = await w.makeSchool('Chave usada')
  await givePoints(school, 900)
  const headers = { 'idempotency-key': 'uma-chave-so' }
  const swap = (pointsToRemove: 100 | 500) =>
    w.call(ledger.swapPoints, { as: school.admin, body: { pointsToRemove }, headers })
  const adjust = (body: { cents: number; reason: string }) =>
    w.call(ledger.adjust, { as: operator, params: { schoolId: school.id }, body, headers })
  const refused = { status: 409, body: { code: 'key_used', message: expect.any(String) } }
  expect(await swap(100)).toMatchObject({ status: 200 })
  expect(await swap(500)).toMatchObject(refused)
  expect(await swap(100)).toMatchObject({ status: 200 })
  expect(await adjust({ cents: 100, reason: 'Acordo' })).toMatchObject({ status: 200 })
  expect(await adjust({ cents: 200, reason: 'Acordo' })).toMatchObject(refused)
  expect(await adjust({ cents: 100, reason: 'Outro acordo' })).toMatchObject(refused)
  expect(await adjust({ cents: 100, reason: 'Acordo' })).toMatchObject({ status: 200 })
  expect((await statementOf(school)).movements.list.map(({ kind }) => kind).slice(0, 2)).toEqual(['adjustment', 'swap'])
})

it('names the administrator of the platform who swaps points in their view of a school, and no other', async () => {
  const school = await w.makeSchool('Trocas de quem')
  await givePoints(school, 200)
  for (const as of [operator, school.admin])
    await w.call(ledger.swapPoints, { as, params: { schoolId: school.id }, body: { pointsToRemove: 100 } })
  const swaps = (await statementOf(school)).movements.list.filter(({ kind }) => kind === 'swap')
  expect(swaps.map(({ booked_by }) => booked_by)).toEqual(['', 'Vera Plataforma'])
})

it('lets no row of the ledger be changed or deleted', async () => {
  const school = await w.makeSchool('Para sempre')
  await give(school, 'one', adjustmentTransfers(100))
  const attempts: ((db: SchoolDb) => Promise<unknown>)[] = [
    (db) => db.updateTable('ledger_movements').set({ reason: 'x' }).execute(),
    (db) => db.deleteFrom('ledger_movements').execute(),
    (db) => db.updateTable('ledger_transfers').set({ amount: '5' }).execute(),
    (db) => db.deleteFrom('ledger_transfers').execute(),
    (db) => db.deleteFrom('school_bank').execute(),
  ]
  for (const attempt of attempts) await expect(school.tx(attempt), `${attempt}`).rejects.toThrow(/permission denied/)
})

it('fails its nightly proof when the sums, the last movement or the copy say something else', async () => {
  const school = await w.makeSchool('Prova')
  await give(school, 'one', adjustmentTransfers(100))
  await givePoints(school, 7)
  await verifyLedger(school)
  const wrongs: ((db: SchoolDb) => Promise<unknown>)[] = [
    (db) => db.updateTable('school_bank').set({ balance_cents: '101' }).execute(),
    (db) => db.updateTable('school_bank').set({ points: '8' }).execute(),
    (db) => db.updateTable('schools').set({ balance_cents: '5' }).execute(),
  ]
  for (const wrong of wrongs)
    await expect(
      school.tx(async (db) => {
        await wrong(db)
        await verifyLedger({ ...school, tx: (work) => work(db) })
      }),
      `${wrong}`,
    ).rejects.toThrow('the ledger disagrees')
  await verifyLedger(school)
})

it('passes its proof although a movement is booked between the statements of its proof', async () => {
  const school = await w.makeSchool('Prova ao lado')
  await give(school, 'one', adjustmentTransfers(100))
  let booked = 0
  const bookBehindFirst: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (booked++ === 0) await give(school, 'two', adjustmentTransfers(50))
      return result
    },
  }
  await verifyLedger({ ...school, tx: (work) => school.tx((db) => work(db.withPlugin(bookBehindFirst) as SchoolDb)) })
  expect([booked > 0, (await bankOf(school)).balance]).toEqual([true, moneyOf(150)])
})

it('fails its nightly proof when a movement records other sums of its day than the movements have', async () => {
  const school = await w.makeSchool('Prova do dia')
  const kinds = ['adjustment', 'students', 'students', 'adjustment', 'students'] as const
  const month = monthOf(w.tools.now())
  await school.tx((db) =>
    db.insertInto('student_months').values({ month, places: kinds.length, utc_as_of: w.tools.now() }).execute(),
  )
  for (const [at, kind] of kinds.entries())
    await school.tx(async (db) => {
      const isOfStudents = kind === 'students'
      const transfers: Transfer[] = [{ from: 'balance', to: 'revenue.students', unit: 'cents', amount: 100 }]
      const key = isOfStudents ? `students:${month}:${at}` : `adjustment:${at}`
      if (isOfStudents)
        await db
          .insertInto('counted_students')
          .values({ month, user_id: String(at), place: at, cents: 100, utc_counted_on: w.tools.now() })
          .execute()
      await bookMovement(db, { key, kind, transfers: isOfStudents ? transfers : adjustmentTransfers(-100) }, w.tools)
    })
  await verifyLedger(school)
  const owner = new pg.Client({ connectionString: w.databaseUrl })
  await owner.connect()
  const add = (column: string, number: number, amount: number) =>
    owner.query(`update ledger_movements set ${column} = ${column} + $3 where school_id = $1 and number = $2`, [
      school.id,
      number,
      amount,
    ])
  for (const column of ['day_row', 'day_cents', 'day_quantity'])
    for (const number of [1, 2, 3, 4, 5]) {
      await add(column, number, 1)
      await expect(verifyLedger(school), `${column} of ${number}`).rejects.toThrow(
        'records other sums of the latest row of students',
      )
      await add(column, number, -1)
    }
  await owner.end()
  await verifyLedger(school)
})
