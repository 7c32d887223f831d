import { startStripe } from '@escola/dev-services/stripe/stripe'
import { buildApp } from '@escola/server/app'
import { readConfig } from '@escola/server/config'
import { playSequences, type Sequences } from '@escola/server/features/payments/sequences/payments-sequences.testing'
import { playPlans } from '@escola/server/features/payments/sequences/plans-sequences.testing'
import pg from 'pg'
import type { BenchStack } from '../bench/bench-stack.ts'
import { type Finding, none } from './finding.ts'

/** Sequences that are played: ten thousand less those of the suite. They take half an hour; MONEY_SEQUENCES=1000 takes three minutes. */
const count = Number(process.env.MONEY_SEQUENCES ?? 9800)
const longest = 40
/** Sequences of plans, which live through months; they take about a second each. */
const plansCount = Number(process.env.MONEY_PLANS ?? 1000)
const plansLongest = 14

/**
 * Random purchases, refunds, disputes, codes, additions of students and breaks of the provider, in two processes that end at any await, and plans over
 * months. In the end all is what the models say.
 */
export async function paymentsInSequences(stack: BenchStack, seed: number): Promise<Finding[]> {
  const config = readConfig(stack.env)
  const [first, second, stripe] = await Promise.all([buildApp(config), buildApp(config), startStripe()])
  const admins = new pg.Pool({ connectionString: stack.databaseUrl, max: 4 })
  const common = {
    processes: [first, second] as Sequences['processes'],
    stripeUrl: stripe.url,
    makeAdmin: () => makeAdmin(admins),
    seed,
  }
  try {
    return [
      await find('payments', count, () => playSequences({ ...common, count, longest })),
      await find('plans', plansCount, () => playPlans({ ...common, count: plansCount, longest: plansLongest })),
    ]
  } finally {
    await Promise.all([first.close(), second.close(), stripe.stop(), admins.end()])
  }
}

async function find(name: string, count: number, playing: () => Promise<void>): Promise<Finding> {
  const begun = performance.now()
  const wrong = await playing().then(
    () => [],
    (error: unknown) => [`${error} ${error instanceof Error ? (error.cause ?? '') : ''}`],
  )
  const seconds = Math.round((performance.now() - begun) / 1000)
  return none(`${name} that are not what the model says, in ${count} sequences and ${seconds} seconds`, wrong)
}

async function makeAdmin(admins: pg.Pool): Promise<{ userId: string; schoolId: string; sessionId: string }> {
  const { rows } = await admins.query(
    `with made as (insert into schools (name, namespace) select 'Sequência', 'sequencia-' || gen_random_uuid() returning id),
      person as (insert into users (email, name) select gen_random_uuid() || '@sequencia.example', 'Ana Diretora' returning id, name, email),
      member as (insert into memberships (school_id, user_id, name, email, is_admin)
        select made.id, person.id, person.name, person.email, true from made, person),
      opened as (insert into sessions (user_id, utc_expires_on) select id, now() + interval '1 day' from person returning id)
      select person.id::text as "userId", made.id::text as "schoolId", opened.id::text as "sessionId" from made, person, opened`,
  )
  return rows[0]
}
