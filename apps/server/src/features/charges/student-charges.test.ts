import { cohorts } from '@escola/contract/cohorts.contract'
import { ledger } from '@escola/contract/ledger.contract'
import { type PlanId, plans } from '@escola/contract/prices'
import { monthStart } from '@escola/contract/time'
import { beforeAll, describe, expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { insertFirstRuns } from '../../jobs/scheduled-jobs.queries.ts'
import { findDue } from '../../jobs/scheduled-jobs.ts'
import { neverStops } from '../../testing/jobs.ts'
import { giveBalance, paying } from '../../testing/paying.ts'
import { openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { type World, world } from '../../testing/world.ts'
import { giveGrants } from '../enrollments/enrollments.service.ts'
import { passGrants } from '../enrollments/passed-grants.service.ts'
import { saveMonths } from '../ledger/ledger-months.service.ts'
import { verifyLedger } from '../ledger/ledger-proof.service.ts'
import { runCharges } from './charges-run.service.ts'
import { quoteStudents } from './quotes.service.ts'
import { makeSchoolAt } from './school-at.testing.ts'
import { countFormerAdministrator, countReader, forecastRun } from './student-charges.service.ts'

let w: World
beforeAll(async () => {
  w = await world(paying)
})
const schoolAt = (start: string) => makeSchoolAt(w, start)

describe('students', () => {
  it('cost something beyond the free ones, each once in a month of São Paulo', async () => {
    const s = await schoolAt('2026-10-20T12:00:00Z')
    const first = await s.joinNew(15)
    expect(await s.cents()).toBe(0)
    const [beyond] = await s.joinNew(1)
    expect(await s.cents()).toBe(-100)
    await s.leave(beyond!.userId)
    await s.join([beyond!])
    await s.join(first)
    await s.run()
    expect(await s.cents()).toBe(-100)
    // Leaving frees no place.
    await s.leave(first[0]!.userId)
    await s.joinNew(1)
    expect(await s.cents()).toBe(-200)
    s.at('2026-11-01T02:59:59Z')
    await s.run()
    expect(await s.cents()).toBe(-200)
    s.at('2026-11-01T03:00:00Z')
    await s.run()
    // Sixteen are left of seventeen.
    expect(await s.cents()).toBe(-300)
    await s.run()
    expect(await s.cents()).toBe(-300)
    await verifyLedger(s.school)
  })

  it('are members of the team, too, but owners and administrators', async () => {
    const s = await schoolAt('2026-10-20T12:00:00Z')
    await s.joinNew(15)
    const team = ['owner', 'administrator', 'teacher', 'attendant'] as const
    const members = await Promise.all(team.map((role) => s.school.makeTeamMember({ roles: [role], isStudent: true })))
    await s.join(members)
    expect(await s.cents()).toBe(-200)
    s.at('2026-11-01T03:00:00Z')
    await s.run()
    expect(await s.cents()).toBe(-400)
    // A look at a lesson without a class counts as none.
    const looking = await s.school.makeTeamMember({ roles: ['teacher'] })
    await s.school.tx((db) => countFormerAdministrator(db, looking.userId, s.tools))
    expect(await s.cents()).toBe(-400)
  })

  it('are not administrators, and those who came by themselves only once they open a lesson', async () => {
    const s = await schoolAt('2026-10-20T12:00:00Z')
    await s.joinNew(15)
    const open = await s.joinNew(1, 'public-class')
    const staff = await s.makeStudents(1)
    await s.school.make.roles(staff[0]!, { is_admin: true })
    await s.join(staff)
    expect(await s.cents()).toBe(0)
    s.at('2026-11-01T03:00:00Z')
    await s.run()
    expect(await s.cents()).toBe(0)
    await s.join(open)
    expect(await s.cents()).toBe(-100)
  })

  it('of the public class count from their first lesson, whatever brought them there', async () => {
    const s = await schoolAt('2026-10-20T12:00:00Z')
    await s.joinNew(15)
    const open = await s.school.make.cohort({ isPublic: true })
    const added = await s.makeStudents(2)
    const student = { ...added[0]!, cellphone: '' }
    await s.school.tx((db) =>
      giveGrants(db, [{ cohortId: open.id, student, source: 'manual' }], s.tools, { mayOwe: false }),
    )
    const quote = (cohortId: string) =>
      s.school.tx((db) => quoteStudents(db, { cohortId, userIds: [added[1]!.userId] }, s.tools))
    expect([await quote(open.id), await quote(s.cohort.id)]).toMatchObject([
      { cents: 0, missing: 0 },
      { cents: 100, missing: 100 },
    ])
    s.at('2026-11-01T03:00:00Z')
    await s.run()
    expect(await s.cents()).toBe(0)
    await s.school.tx((db) => countReader(db, student.userId, s.tools))
    expect(await s.cents()).toBe(-100)
  })

  it('are counted in the month after one in which the school was empty when its run ended', async () => {
    const s = await schoolAt('2026-10-30T12:00:00Z')
    await s.plan('middle')
    await s.run()
    await s.joinNew(16)
    expect(await s.school.tx((db) => findDue(db, jobs.runCharges))).toEqual(new Date('2026-11-01T03:00:00Z'))
    for (const { user_id } of await s.school.tx((db) => db.selectFrom('enrollments').select('user_id').execute()))
      await s.leave(user_id)
    await s.plan('onDemand')
    await s.run()
    await s.joinNew(1)
    expect(await s.school.tx((db) => findDue(db, jobs.runCharges))).toEqual(new Date('2026-11-01T03:00:00Z'))
  })

  it.each([
    ['middle', -80],
    ['super', -50],
  ] as const)('cost the price of the plan beyond the free ones of %s', async (planId, cents) => {
    const s = await schoolAt('2026-10-20T12:00:00Z')
    await s.plan(planId)
    await s.joinNew(1)
    const places = plans[planId].freeStudents - 1
    await s.school.tx((db) => db.updateTable('student_months').set({ places }).execute())
    await s.joinNew(2)
    expect(await s.cents()).toBe(cents)
  })

  it('are charged by the plan at each moment, and a downgrade waits for the next run', async () => {
    const s = await schoolAt('2026-10-20T12:00:00Z')
    await s.plan('middle')
    await s.joinNew(17)
    await s.plan('onDemand')
    expect(await s.cents()).toBe(0)
    await s.run()
    await s.joinNew(1)
    expect(await s.cents()).toBe(-100)
    const forecast = (id: PlanId) =>
      s.school.tx((db) => forecastRun(db, { plan: plans[id], after: s.tools.now() }, s.tools))
    expect([await forecast('onDemand'), await forecast('super')]).toEqual([
      { students: 18, domains: 0, cents: 300 },
      { students: 18, domains: 0, cents: 0 },
    ])
    await s.plan('super')
    await s.joinNew(1)
    expect(await s.cents()).toBe(-100)
    await s.plan('onDemand')
    s.at('2026-11-03T12:00:00Z')
    await s.plan('middle')
    // The run is late: the school was on demand when the month began.
    await s.run()
    expect(await s.cents()).toBe(-500)
  })

  it('find the places taken that a late run gives to those who were there before', async () => {
    const s = await schoolAt('2026-10-20T12:00:00Z')
    await s.plan('middle')
    const known = await s.joinNew(15)
    await s.plan('onDemand')
    s.at('2026-11-02T12:00:00Z')
    await s.join(known)
    await s.joinNew(2)
    expect(await s.cents()).toBe(-200)
    s.at('2026-11-05T12:00:00Z')
    await s.run()
    expect(await s.cents()).toBe(-200)
  })

  it('are counted when a blocked school is open again, and cost nothing in months in which it was not', async () => {
    const s = await schoolAt('2026-10-20T12:00:00Z')
    const known = await s.joinNew(16)
    expect(await s.cents()).toBe(-100)
    await s.block(true)
    await s.joinNew(1)
    s.at('2026-11-01T03:00:00Z')
    await s.run()
    s.at('2026-12-10T12:00:00Z')
    await s.joinNew(1)
    await s.run()
    expect(await s.cents()).toBe(-100)
    await s.leave(known[0]!.userId)
    await s.block(false)
    await s.run()
    // Seventeen are left of eighteen.
    expect(await s.cents()).toBe(-300)
  })

  it('are charged for months that the clock has missed, as they were', async () => {
    const s = await schoolAt('2026-09-20T12:00:00Z')
    const [leaving] = await s.joinNew(17)
    expect(await s.cents()).toBe(-200)
    s.at('2026-10-15T12:00:00Z')
    await s.leave(leaving!.userId)
    s.at('2026-12-02T12:00:00Z')
    await s.run()
    // Two in October, one in November, one in December.
    expect(await s.cents()).toBe(-600)
    await s.run(2)
    expect(await s.cents()).toBe(-600)
  })

  it('cost nothing again when they are merged', async () => {
    const s = await schoolAt('2026-10-20T12:00:00Z')
    await s.joinNew(15)
    const [counted] = await s.joinNew(1)
    const other = await s.school.make.student()
    await s.school.tx((db) => passGrants(db, { fromId: counted!.userId, toId: other.userId }))
    await s.join([other])
    expect(await s.cents()).toBe(-100)
  })

  it('cost nothing twice when one is merged into another just before the run counts that one', async () => {
    const s = await schoolAt('2026-10-20T12:00:00Z')
    const [kept] = await s.joinNew(16)
    const [reader] = await s.joinNew(1, 'public-class')
    s.at('2026-11-01T03:00:00Z')
    await s.school.tx((db) => countReader(db, reader!.userId, s.tools))
    expect(await s.cents()).toBe(-200)
    let running: Promise<void> | undefined
    await s.school.tx(async (db) => {
      await passGrants(db, { fromId: reader!.userId, toId: kept!.userId })
      running = s.run()
      await untilWaiting(w.databaseUrl)
    })
    await running
    expect(await s.cents()).toBe(-200)
    await verifyLedger(s.school)
  })

  it('cost nothing twice when the run is counting one who is merged into another', async () => {
    const s = await schoolAt('2026-10-20T12:00:00Z')
    await s.joinNew(15)
    const [first] = await s.joinNew(1)
    const other = await s.school.make.student()
    expect(await s.cents()).toBe(-100)
    s.at('2026-11-01T03:00:00Z')
    // The run has written whom it counts, and waits for the row that shows the balance.
    const held = await openTransaction(w.databaseUrl, 'select from schools where id = $1 for no key update', [
      s.school.id,
    ])
    const running = s.run(16)
    await untilWaiting(w.databaseUrl)
    const merging = s.school.tx((db) => passGrants(db, { fromId: first!.userId, toId: other.userId }))
    await untilWaiting(w.databaseUrl, 2)
    await held.commit()
    await Promise.all([merging, running])
    await s.run()
    expect(await s.cents()).toBe(-200)
    await verifyLedger(s.school)
  })

  it('have a place each where a late renewal gives the run one more than it had left places for', async () => {
    const s = await schoolAt('2026-10-20T12:00:00Z')
    await s.joinNew(16)
    s.at('2026-11-01T04:00:00Z')
    await s.joinNew(1)
    const [renewed] = await s.makeStudents(1)
    const student = { ...renewed!, cellphone: '' }
    const days = { resumedFrom: new Date('2026-10-31T12:00:00Z'), endsOn: new Date('2026-11-02T12:00:00Z') }
    s.at('2026-11-03T12:00:00Z')
    await s.school.tx((db) =>
      giveGrants(db, [{ cohortId: s.cohort.id, student, source: 'sale', ...days }], s.tools, { mayOwe: true }),
    )
    await s.joinNew(1)
    await s.run(5)
    const rows = await s.school.tx((db) =>
      db.selectFrom('counted_students').select('place').where('month', '=', '2026-11').orderBy('place').execute(),
    )
    expect(rows.map(({ place }) => place)).toEqual(Array.from({ length: 19 }, (_, at) => at + 1))
    expect(await s.cents()).toBe(-500)
    await verifyLedger(s.school)
    // Earlier releases gave that student's place twice.
    const alike = await openTransaction(
      w.databaseUrl,
      'update counted_students set place = 17 where school_id = $1 and place = 19',
      [s.school.id],
    )
    await alike.query(
      `update student_months set places = 18, run_place = 17 where school_id = ${s.school.id} and month = '2026-11'`,
    )
    await alike.commit()
    await verifyLedger(s.school)
  })

  it('are booked as far as they are written', async () => {
    const s = await schoolAt('2026-10-20T12:00:00Z')
    const [known] = await s.joinNew(15)
    const fresh = (await s.makeStudents(2)).sort((one, other) => Number(one.userId) - Number(other.userId))
    const written = await openTransaction(
      w.databaseUrl,
      `insert into counted_students (school_id, month, user_id, place, cents, utc_counted_on)
       select school_id, month, $2, 0, cents, utc_counted_on from counted_students where school_id = $1 and user_id = $3`,
      [s.school.id, fresh[0]!.userId, known!.userId],
    )
    const joining = s.join(fresh)
    await untilWaiting(w.databaseUrl)
    await written.commit()
    await joining
    expect(await s.cents()).toBe(-100)
    await verifyLedger(s.school)
  })

  it('are counted in batches, of which each may be the last before a worker ends', async () => {
    const s = await schoolAt('2026-10-20T12:00:00Z')
    await s.joinNew(20)
    s.at('2026-11-01T03:00:00Z')
    for (let stopped = 0; stopped < 4; stopped++) {
      const leave = new AbortController()
      const now = () => {
        leave.abort()
        return s.tools.now()
      }
      const tools = { ...s.tools, now }
      await runCharges(s.school, undefined, tools, leave.signal, 3).catch(() => {})
      if (stopped === 1) await s.joinNew(1)
    }
    await Promise.all([s.run(3), s.run(3)])
    expect(await s.cents()).toBe(-500 - 600)
    await verifyLedger(s.school)
  })

  it('cost nothing where the installation takes no payments', async () => {
    const s = await schoolAt('2026-10-20T12:00:00Z')
    s.tools.billing = { isOn: false }
    await s.joinNew(16)
    s.at('2026-11-01T03:00:00Z')
    await s.run()
    expect(await s.cents()).toBe(0)
    expect(await s.school.tx((db) => db.selectFrom('counted_students').selectAll().execute())).toEqual([])
  })
})

describe('at zero', () => {
  it('lets fifty of two hundred additions at once in when the balance is for fifty', async () => {
    const s = await schoolAt(new Date().toISOString())
    await giveBalance(s.school, 5000)
    await s.joinNew(15)
    // On a busy machine some wait too long for those before them, are asked to try again, and do.
    const add = async (index: number) => {
      for (;;) {
        const answer = await w.call(cohorts.addStudent, {
          as: s.school.admin,
          params: { id: s.cohort.id },
          body: { name: 'Rita Moraes', email: `rita.${index}@zero.example` },
        })
        if (answer.status !== 503) return answer
      }
    }
    const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => add(index)))
    const added = answers.filter(({ status }) => status === 200)
    expect(added).toHaveLength(50)
    expect(answers.filter(({ body }) => (body as { code?: string }).code === 'balance_missing')).toHaveLength(150)
    expect(await s.cents()).toBe(0)
    expect(Math.min(...added.map(({ body }) => Number(body.bank.balance)))).toBe(0)
    await verifyLedger(s.school)
  })

  it('refuses an addition by hand with a sentence, and never a sale', async () => {
    const s = await schoolAt('2026-10-20T12:00:00Z')
    await s.joinNew(15, 'manual')
    await expect(s.joinNew(1, 'manual')).rejects.toMatchObject({
      code: 'balance_missing',
      fields: {
        balance:
          'Isto custa R$ 1,00, e o saldo da escola é R$ 0,00. Adicione pelo menos R$ 1,00 de saldo e tente de novo',
      },
    })
    await s.joinNew(1, 'sale')
    expect(await s.cents()).toBe(-100)
  })
})

it('shows the charges of students of a day as one row, with a balance that adds up', async () => {
  const s = await schoolAt('2026-10-20T12:00:00Z')
  await s.joinNew(15)
  await s.joinNew(2)
  await giveBalance(s.school, 1000, s.tools.now)
  await s.joinNew(3)
  s.at('2026-10-21T02:59:59Z')
  await s.joinNew(1)
  s.at('2026-10-21T03:00:00Z')
  await giveBalance(s.school, 10, s.tools.now)
  await s.joinNew(1)
  const read = async (query = {}) => (await w.call(ledger.statement, { as: s.school.admin, query })).body.movements
  const { list, total } = await read()
  expect(total).toBe(4)
  expect(list.map(({ kind, quantity, cents, balance_after }) => [kind, quantity, cents, balance_after])).toEqual([
    ['students', 1, -100, 310],
    ['adjustment', 1, 10, 410],
    ['adjustment', 1, 1000, 400],
    ['students', 6, -600, -600],
  ])
  expect(list.map(({ id, path }) => [id, path])).toEqual([
    [list[0]!.id, `/bank/alunos/${list[0]!.id}`],
    [list[1]!.id, ''],
    [list[2]!.id, ''],
    [list[3]!.id, `/bank/alunos/${list[3]!.id}`],
  ])
  await saveMonths(s.school)
  await saveMonths(s.school)
  const months = await s.school.tx((db) =>
    db.selectFrom('ledger_months').select(['month', 'account', 'cents']).orderBy('account').execute(),
  )
  expect(months).toEqual([
    { month: '2026-10', account: 'adjustment', cents: '-1010' },
    { month: '2026-10', account: 'balance', cents: '310' },
    { month: '2026-10', account: 'revenue.students', cents: '700' },
  ])
  expect(await read({ month: '2026-10' })).toMatchObject({ total: 4 })
  expect(await read({ month: '2026-11' })).toMatchObject({ total: 0, list: [] })
  const file = (await w.call(ledger.download, { as: s.school.admin })).bytes.toString().split('\r\n')
  expect(file.slice(1, 3)).toEqual([
    '20/10/2026, 09:00;Alunos acima dos grátis em 10/2026: 6 alunos;;;-6,00;-6,00;0;0',
    '20/10/2026, 09:00;Ajuste feito pela plataforma;;;10,00;4,00;0;0',
  ])
})

describe('own domains', () => {
  it('cost something once a month on demand, and are named in the statement', async () => {
    const s = await schoolAt('2026-10-20T12:00:00Z')
    const begin = s.tools.now()
    await w.database.withPlatform((db) =>
      db
        .insertInto('domain_uses')
        .values({ school_id: s.school.id, domain: 'cursos.example', utc_from: begin })
        .execute(),
    )
    s.at('2026-11-02T12:00:00Z')
    // The worker comes to the job of the activation in the next month.
    const run = () => runCharges(s.school, begin, s.tools, neverStops)
    await Promise.all([run(), run()])
    await run()
    expect(await s.cents()).toBe(-100)
    await s.plan('middle')
    s.at('2026-12-01T03:00:00Z')
    await s.run()
    expect(await s.cents()).toBe(-100)
    await s.plan('onDemand')
    await s.run()
    const { list } = (await w.call(ledger.statement, { as: s.school.admin })).body.movements
    expect(list).toHaveLength(3)
    expect(list[0]).toMatchObject({
      ...{ kind: 'domain', reason: 'cursos.example', path: '/config' },
      ...{ cents: -50, balance_after: -150 },
    })
  })
})

it('is planned for the next month in schools that have students or a domain, and in no others', async () => {
  const moment = monthStart('2026-12')
  const used = await w.makeSchool('Com aluna')
  const bare = await w.database.withPlatform((db) =>
    db.insertInto('schools').values({ name: 'Vazia' }).returning('id').executeTakeFirstOrThrow(),
  )
  const plant = () =>
    w.database.withPlatform((db) => insertFirstRuns(db, [{ name: jobs.runCharges.name, moment, isOfUse: true }]))
  await plant()
  await plant()
  const planned = await w.database.withPlatform((db) =>
    db
      .selectFrom('due_jobs')
      .select(['school_id', 'utc_due_on'])
      .where('school_id', 'in', [used.id, bare.id])
      .execute(),
  )
  expect(planned).toEqual([{ school_id: used.id, utc_due_on: moment }])
  // A school that nothing can be charged for is no longer planned.
  await runCharges(used, undefined, { ...w.tools, now: () => moment }, neverStops)
  expect(await used.tx((db) => findDue(db, jobs.runCharges))).toBeUndefined()
})
