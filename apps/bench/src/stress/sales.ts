import { setTimeout as wait } from 'node:timers/promises'
import { minuteMs } from '@escola/contract/durations'
import type pg from 'pg'
import { makeSchools } from '../bench/bench-schools.ts'
import type { BenchStack } from '../bench/bench-stack.ts'
import { type BenchSeller, deliveryOf, makeSeller } from '../bench/sellers.ts'
import { ms } from './answers.ts'
import { type Finding, none } from './finding.ts'
import { type Part, startPrograms } from './parts.ts'
import { SaleCallers } from './sale-callers.ts'
import { makeDeliveries, type SaleDelivery, type Sold } from './sale-histories.ts'
import { untilSettled } from './settled.ts'

/** With a hundred rounds these are 20,000 deliveries for 200 schools. */
const deliveriesOfRound = 200
const schoolsOfRound = 2
const floodOfRound = 50
const callersAtOnce = 40
const heldUpAtMostMs = 5000
const deliveriesWithinMs = 30 * minuteMs

/**
 * Sales of many schools come while API and worker are killed in turns; each that was accepted is done once. Then one school has a flood of them, and
 * the sales of another are done at once all the same.
 */
export async function salesUnderKills(stack: BenchStack, rounds: number): Promise<Finding[]> {
  const { api, worker, apiUrl } = await startPrograms(stack)
  try {
    const schools = await makeSchools(stack, Array(Math.max(3, schoolsOfRound * rounds)).fill(1))
    const sellers: BenchSeller[] = []
    for (const school of schools) sellers.push(await makeSeller(apiUrl, school))
    const domain = `vendas-${process.pid}.example`
    const sold = makeDeliveries(sellers, deliveriesOfRound * rounds, domain)
    const callers = new SaleCallers(apiUrl, deliveriesWithinMs)
    await killInTurns([api, worker], sold.deliveries, callers, rounds)
    const left = await untilSettled(stack.databaseUrl)
    return [
      {
        name: `${sold.deliveries.length} deliveries to ${sellers.length} schools, ${rounds} kills in turns`,
        seen: `${callers.accepted.length} accepted; ${callers.refused} calls were refused or not answered and came again`,
        expected: 'all accepted',
        ok: callers.accepted.length === sold.deliveries.length,
      },
      none(
        'other answers',
        [...callers.wrong].map(([what, count]) => `${count} × ${what}`),
      ),
      none('jobs that did not end', left),
      ...(await compareSales(stack, sold, sellers, domain)),
      await floodOneSchool(stack, apiUrl, sellers, rounds * floodOfRound),
      none('times that the API ended by itself', api.ends),
      none('times that the worker ended by itself', worker.ends),
    ]
  } finally {
    await Promise.all([api.kill(), worker.kill()])
  }
}

/** Sends a share of the deliveries in each round, and kills a part while they are under way. */
async function killInTurns(turns: Part[], deliveries: SaleDelivery[], callers: SaleCallers, rounds: number) {
  const share = Math.ceil(deliveries.length / rounds)
  const sending: Promise<void>[] = []
  for (let round = 0; round < rounds; round++) {
    const part = turns[round % turns.length]!
    sending.push(callers.send(deliveries.slice(round * share, (round + 1) * share), callersAtOnce))
    await wait(50 + Math.random() * 500)
    await part.kill()
    await wait(Math.random() * 500)
    await part.start()
    if ((round + 1) % 10 === 0) console.log(`${round + 1} rounds, ${callers.accepted.length} deliveries accepted`)
  }
  await Promise.all(sending)
}

/** Looks whether each delivery was kept once and done once, and whether the buyers who have paid study, and no others. */
async function compareSales(
  { admin, mailbox }: BenchStack,
  { deliveries, inside, outside, payTwice }: Sold,
  sellers: BenchSeller[],
  domain: string,
): Promise<Finding[]> {
  const ids = sellers.map(({ id }) => id)
  const listed = async (text: string, values: unknown[] = [ids]) =>
    (await admin.query<{ value: string }>(text, values)).rows.map(({ value }) => value)
  const bodies = new Set(deliveries.map(({ request }) => `${request.path}\n${request.body}`))
  const kept = await listed('select id::text as value from sales where school_id = any ($1)')
  const promised = new Set([...inside].flatMap(([id, emails]) => [...emails].map((email) => `${id} ${email}`)))
  const barred = new Set([...outside].flatMap(([id, emails]) => [...emails].map((email) => `${id} ${email}`)))
  const studying = await listed(
    `select e.school_id || ' ' || m.email as value from living_enrollments e join memberships m using (school_id, user_id)
      where e.school_id = any ($1) and m.email like '%@' || $2`,
    [ids, domain],
  )
  const written = await listed(
    `select msg.id::text as value from messages msg join memberships m using (school_id, user_id)
      where msg.school_id = any ($1) and m.email like '%@' || $2`,
    [ids, domain],
  )
  const mailedTwice = await listed(mailedTwiceText, [ids, domain])
  const mails = mailbox.messages({ to: domain, limit: Number.POSITIVE_INFINITY })
  const mailed = new Set(mails.flatMap(({ to }) => to))
  return [
    {
      name: 'deliveries that were kept',
      seen: `${kept.length} for ${bodies.size} that differ`,
      expected: 'as many',
      ok: kept.length === bodies.size,
    },
    none('deliveries that were not done', await listed(undoneText)),
    none('deliveries whose job is missing or there twice', await listed(jobsText)),
    none('deliveries that said something twice, or nothing', await listed(factsText)),
    none('purchases that gave a class twice', await listed(doubledText)),
    none(
      'buyers without access',
      [...promised].filter((each) => !studying.includes(each)),
    ),
    none(
      'students who were paid back',
      studying.filter((each) => barred.has(each)),
    ),
    {
      name: 'buyers who study',
      seen: `${studying.length} for ${promised.size}`,
      expected: 'as many',
      ok: studying.length === promised.size,
    },
    {
      name: 'mails',
      seen: `${mails.length} for ${written.length} written`,
      expected: 'as many',
      ok: mails.length === written.length,
    },
    none(
      'buyers who study and were not told',
      studying.filter((each) => !mailed.has(each.split(' ')[1]!)),
    ),
    none(
      'buyers who were told twice of a class',
      mailedTwice.filter((email) => !payTwice.has(email)),
    ),
  ]
}

const undoneText = `
  select platform || ' ' || event || ' ' || state || ' ' || reason as value from sales
  where school_id = any ($1) and state not in ('done', 'ignored')`
const jobsText = `
  select s.id || ': ' || count(o.id) as value from sales s
  left join outbox o on o.school_id = s.school_id and o.name = 'sales.process' and o.payload ->> 'saleId' = s.id::text and o.utc_done_on is not null
  where s.school_id = any ($1) group by s.school_id, s.id having count(o.id) <> 1`
/** Events that change no access say nothing. */
const factsText = `
  select s.platform || ' ' || s.event || ': ' || count(f.id) as value from sales s
  left join purchase_facts f on f.school_id = s.school_id and f.platform = s.platform and f.fact_key = s.delivery_hash
  where s.school_id = any ($1) group by s.school_id, s.id, s.platform, s.event, s.reason
  having count(f.id) <> case when s.reason = 'no_access_change' then 0 else 1 end`
const doubledText = `
  select school_id || ' ' || source_key as value from enrollment_grants
  where school_id = any ($1) and source = 'sale' and utc_ended_on is null group by school_id, cohort_id, source_key having count(*) > 1`

const mailedTwiceText = `
  select m.email as value from messages msg join memberships m using (school_id, user_id)
  where msg.school_id = any ($1) and m.email like '%@' || $2 and msg.kind in ('invitation', 'enrollment')
  group by msg.school_id, m.email, msg.params ->> 'cohortId' having count(*) > 1`

/** Sends one school's sales as fast as it can, and measures how long the sales of another take meanwhile, from the call to the class. */
async function floodOneSchool(
  { admin, databaseUrl }: BenchStack,
  apiUrl: string,
  sellers: BenchSeller[],
  count: number,
): Promise<Finding> {
  const [flooded, other] = [sellers[0]!, sellers[1]!]
  const at = Date.now() - minuteMs
  const saleOf = (seller: BenchSeller, purchase: string) => ({
    seller,
    platform: 'hotmart' as const,
    request: deliveryOf(seller, 'hotmart', {
      kind: 'paid',
      purchase,
      at,
      email: `${purchase}@enchente.example`.toLowerCase(),
    }),
  })
  const flood = new SaleCallers(apiUrl, deliveriesWithinMs)
  const probe = new SaleCallers(apiUrl, deliveriesWithinMs)
  let isSent = false
  const sending = flood
    .send(
      Array.from({ length: count }, (_, n) => saleOf(flooded, `F${n}`)),
      64,
    )
    .finally(() => (isSent = true))
  const times: number[] = []
  for (let n = 0; !isSent || (await countWaiting(admin, flooded)) > 0; n++) {
    const begun = performance.now()
    await probe.send([saleOf(other, `P${n}`)], 1)
    while (!(await isEnrolled(admin, other, `p${n}@enchente.example`)) && performance.now() - begun < minuteMs)
      await wait(10)
    times.push(performance.now() - begun)
    await wait(100)
  }
  await sending
  await untilSettled(databaseUrl)
  const slowest = Math.max(...times)
  return {
    name: `a sale of another school while one has ${count}`,
    seen: `${flood.accepted.length} accepted; ${times.length} sales of the other, half within ${ms(times.toSorted((a, b) => a - b)[times.length >> 1]!)}, slowest ${ms(slowest)}`,
    expected: `a class within ${heldUpAtMostMs / 1000} s each`,
    ok: flood.accepted.length === count && probe.accepted.length === times.length && slowest <= heldUpAtMostMs,
  }
}

const countWaiting = async (admin: pg.Client, { id }: BenchSeller): Promise<number> =>
  (await admin.query(`select 1 from sales where school_id = $1 and state = 'waiting' limit 1`, [id])).rowCount ?? 0

const isEnrolled = async (admin: pg.Client, { id }: BenchSeller, email: string): Promise<boolean> =>
  (
    await admin.query(
      `select 1 from memberships m join living_enrollments e using (school_id, user_id) where m.school_id = $1 and m.email = $2`,
      [id, email],
    )
  ).rowCount === 1
