import { planIds } from '@escola/contract/prices'
import { monthOf } from '@escola/contract/time'
import { ChargesModel } from '@escola/server/features/charges/charges-model.testing'
import { type ChargedSchool, people, type Step, takeStep } from '@escola/server/features/charges/charges-steps.testing'
import pg from 'pg'
import type { BenchStack } from '../bench/bench-stack.ts'
import { bundleProgram } from './bundled-program.ts'
import { type Finding, none } from './finding.ts'
import { KilledProcess, type MoneySchool } from './killed-process.ts'
import { paymentsInSequences } from './money-sequences.ts'

const months = 14
/** Schools that live through them; MONEY_SCHOOLS=20 takes a few minutes. */
const schoolCount = Number(process.env.MONEY_SCHOOLS ?? 50)
const schoolsAtOnce = 4
const stepsBetweenKills = 5
const begin = Date.parse('2026-03-10T12:00:00Z')

/** Charges and payments, from one seed. */
export async function moneyUnderKills(stack: BenchStack): Promise<Finding[]> {
  const seed = Number(process.env.MONEY_SEED ?? Math.floor(Math.random() * 2 ** 31))
  console.log(`seed ${seed}: MONEY_SEED=${seed} repeats it`)
  return [...(await monthsUnderKills(stack, seed)), ...(await paymentsInSequences(stack, seed))]
}

/**
 * Fourteen months of many schools: students, plans, messages, domains and blocks come and go while the processes that do it are killed. At the end of each month
 * each balance is what the model says, and in the end each statement adds up, and has for each kind and month the sum of the model.
 */
async function monthsUnderKills(stack: BenchStack, seed: number): Promise<Finding[]> {
  const admins = new pg.Pool({ connectionString: stack.databaseUrl, max: schoolsAtOnce })
  const schools = await makeSchools(stack)
  const program = await bundleProgram('charge-process')
  const processes = Array.from(
    { length: schoolsAtOnce },
    () => new KilledProcess(program, stack.env, stepsBetweenKills),
  )
  const wrong: string[] = []
  let compared = 0
  let steps = 0
  try {
    const left = [...schools.entries()]
    const work = async (process: KilledProcess) => {
      for (let next = left.shift(); next; next = left.shift()) {
        const months = new SchoolMonths(admins, process, next[1], seed + next[0])
        wrong.push(...(await months.run()))
        compared += months.compared
        steps += months.steps
      }
    }
    await Promise.all(processes.map(work))
  } finally {
    for (const process of processes) process.stop()
    await admins.end()
  }
  const kills = processes.reduce((sum, process) => sum + process.kills, 0)
  return [
    {
      name: `${months} months of ${schools.length} schools`,
      seen: `${steps} steps, ${compared} balances compared, ${kills} processes killed in a step`,
      expected: `${schools.length * months} balances or more`,
      ok: compared >= schools.length * months && kills > 0,
    },
    none('balances, refusals and statements that are not what the model says', wrong),
  ]
}

/** Random numbers that a seed repeats. */
function randomOf(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return (below: number) => Math.floor(next() * below)
}

/** One school's steps, in the model and in the database. */
class SchoolMonths {
  readonly #admins: pg.Pool
  readonly #process: KilledProcess
  readonly #school: MoneySchool
  readonly #random: (below: number) => number
  readonly #model = new ChargesModel(begin)
  compared = 0
  steps = 0

  constructor(admins: pg.Pool, process: KilledProcess, school: MoneySchool, seed: number) {
    this.#admins = admins
    this.#process = process
    this.#school = school
    this.#random = randomOf(seed)
  }

  async run(): Promise<string[]> {
    const model = this.#model
    const school = this.#actor()
    const wrong: string[] = []
    const monthsSeen = new Set([monthOf(new Date(begin))])
    while (monthsSeen.size <= months) {
      const fault = await takeStep(this.#nextStep(), model, school)
      this.steps++
      if (fault) wrong.push(`school ${this.#school.id}: ${fault}`)
      const month = monthOf(new Date(model.now))
      if (monthsSeen.has(month)) continue
      monthsSeen.add(month)
      await school.run()
      const [balance, expected] = [await this.#balance(), model.balance()]
      this.compared++
      if (balance !== expected) wrong.push(`school ${this.#school.id} in ${month}: ${balance} instead of ${expected}`)
    }
    const fault = await this.#process.do({ school: this.#school, now: model.now, step: 'check', values: [] })
    if (fault !== undefined) wrong.push(String(fault))
    return [...wrong, ...(await this.#compareSums())]
  }

  /** Compares what each kind of charge took of each month. */
  async #compareSums(): Promise<string[]> {
    const { rows } = await this.#admins.query<{ of: string; cents: number }>(sumsText, [this.#school.id])
    const [found, expected] = [new Map(rows.map(({ of, cents }) => [of, cents])), this.#model.sums()]
    return [...new Set([...found.keys(), ...expected.keys()])]
      .filter((of) => found.get(of) !== expected.get(of))
      .map((of) => `school ${this.#school.id}, ${of}: ${found.get(of) ?? 0} instead of ${expected.get(of) ?? 0}`)
  }

  #actor(): ChargedSchool {
    const ask = (step: keyof ChargedSchool, ...values: unknown[]) =>
      this.#process.do({ school: this.#school, now: this.#model.now, step, values })
    return {
      join: async (users, mayOwe) => (await ask('join', users, mayOwe)) === true,
      leave: (user) => ask('leave', user),
      changePlan: (plan) => ask('changePlan', plan),
      setBlocked: (isBlocked) => ask('setBlocked', isBlocked),
      pay: (cents) => ask('pay', cents),
      sendSms: async (number) => (await ask('sendSms', number)) === true,
      failSms: (number) => ask('failSms', number),
      beginDomain: () => ask('beginDomain'),
      endDomain: () => ask('endDomain'),
      run: () => ask('run'),
    }
  }

  #nextStep(): Step {
    const random = this.#random
    const user = random(people)
    const kind = (['join', 'add', 'leave', 'pass', 'pass', 'plan', 'pay', 'sms', 'fail', 'domain', 'run'] as const)[
      random(11)
    ]!
    if (kind === 'join') {
      const users = Array.from({ length: people }, (_, each) => each).filter(() => random(3) > 0)
      return { kind, users }
    }
    if (kind === 'add' || kind === 'leave') return { kind, user }
    if (kind === 'pass') return { kind, hours: 1 + random(400) }
    if (kind === 'plan') return { kind, plan: planIds[random(planIds.length)]! }
    if (kind === 'pay') return { kind, cents: 1 + random(1500) }
    // Few schools are blocked, and not for long.
    if (kind === 'run' && random(4) === 0) return { kind: 'block' }
    return { kind }
  }

  async #balance(): Promise<number> {
    const { rows } = await this.#admins.query<{ cents: string }>(
      'select balance_cents as cents from school_bank where school_id = $1',
      [this.#school.id],
    )
    return Number(rows[0]?.cents ?? 0)
  }
}

/** Students and domains are charged of the month that their key names, also by a late run. */
const sumsText = `
  select m.kind || ' ' || case m.kind when 'students' then split_part(m.key, ':', 2) when 'domain' then split_part(m.key, ':', 3)
      else to_char(m.utc_booked_on at time zone 'America/Sao_Paulo', 'YYYY-MM') end as of,
    sum(case 'balance' when t.to_account then t.amount when t.from_account then -t.amount else 0 end)::float8 as cents
  from ledger_movements m join ledger_transfers t on t.school_id = m.school_id and t.movement_id = m.id
  where m.school_id = $1 and m.kind in ('students', 'domain', 'sms', 'sms_returned')
  group by 1`

async function makeSchools({ admin }: BenchStack): Promise<MoneySchool[]> {
  const users = await admin.query<{ userId: string; name: string; email: string }>(
    `insert into users (email, name) select 'aluna.' || n || '@meses.example', 'Aluna dos Meses' from generate_series(1, $1::int) n
      returning id::text as "userId", name, email`,
    [people],
  )
  const students = users.rows.sort((left, right) => Number(left.userId) - Number(right.userId))
  const schools = await admin.query<{ id: string; cohortId: string }>(
    `with made as (insert into schools (name, namespace) select 'Meses ' || n, 'meses-' || n from generate_series(1, $1::int) n returning id)
      insert into cohorts (school_id, title) select id, 'Turma' from made returning school_id::text as id, id::text as "cohortId"`,
    [schoolCount],
  )
  return schools.rows.map((school) => ({ ...school, students }))
}
