import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { minuteMs } from '@escola/contract/durations'
import type { Bench } from './bench.ts'
import { makeSchools } from './bench-schools.ts'
import { type BenchStack, serverSource } from './bench-stack.ts'
import { busiest } from './calls.ts'
import type { Figure } from './figure.ts'
import { compareLoads, words } from './in-turns.ts'
import { type LoadRequest, load } from './load.ts'
import { type BenchSeller, deliveryOf, makeSeller, soldOn } from './sellers.ts'

const schoolCount = 20
/** Number of prepared deliveries of a round, which exceeds what the server accepts, so that no delivery repeats. */
const deliveriesOfRound = 12_000
const salesPerSecond = 50
const seconds = 20
const studentCount = 32
const studentPauseMs = 100
const patienceMs = minuteMs

/** Sales from the call of a platform to the access of the buyer. */
export async function benchSales(bench: Bench): Promise<Figure[]> {
  const stack = await bench.stack()
  const api = await stack.serveApi()
  const schools = await makeSchools(stack, Array(schoolCount).fill(studentCount))
  const sellers: BenchSeller[] = []
  for (const school of schools) sellers.push(await makeSeller(`http://127.0.0.1:${api.port}`, school))
  const accepted = await compareAccepting(stack, api.port, sellers)
  const access = await measureAccess(stack, api.port, sellers)
  await api.stop()
  return [accepted, access]
}

let sold = 0
/** Makes the next sale with its buyer; the platforms take turns. */
function nextSale(sellers: BenchSeller[]) {
  const n = sold++
  const seller = sellers[n % sellers.length]!
  const email = `compra.${n}@vendas.example`
  const event = { kind: 'paid', purchase: `V${n}`, email, at: Date.now() - minuteMs } as const
  return { seller, email, request: deliveryOf(seller, soldOn[n % soldOn.length]!, event) }
}

/** Deliveries that are read, proven and kept, against a bare route that keeps the same bodies; no worker runs. */
async function compareAccepting(stack: BenchStack, port: number, sellers: BenchSeller[]): Promise<Figure> {
  const floor = await stack.serve(path.join(import.meta.dirname, 'floor-server.ts'))
  const deliveries = () => Array.from({ length: deliveriesOfRound }, () => nextSale(sellers).request)
  const bodies = () =>
    deliveries().map(
      ({ body = '' }): LoadRequest => ({
        method: 'POST',
        path: '/floor-body',
        headers: { 'content-type': 'application/octet-stream' },
        body,
      }),
    )
  const { ratio, base, value } = await compareLoads(
    () => load(floor.port, bodies()),
    () => load(port, deliveries()),
  )
  await floor.stop()
  // A worker of later finds nothing to do.
  await stack.admin.query('update outbox set utc_done_on = now() where utc_done_on is null')
  await stack.admin.query('drop table bench_bodies')
  await stack.admin.query('vacuum analyze sales, outbox')
  return {
    name: 'webhooks accepted, 32 at once',
    value: words(value),
    floor: `${words(base)} (bare Fastify, one prepared insert of the same body)`,
    ratio,
    percent: true,
    target: 'at least 40 %',
    ok: ratio >= 0.4,
  }
}

/** Measures the time from the call of a platform to the class, while sales come at their own pace and students click. */
async function measureAccess(stack: BenchStack, port: number, sellers: BenchSeller[]): Promise<Figure> {
  const worker = stack.run(path.join(serverSource, 'main-worker.ts'))
  // A worker's first seconds are its start.
  await wait(3000)
  let isOver = false
  const students = sellers[0]!.studentTokens.map((token) => study(port, sellers[0]!, token, () => isOver))
  const pending = new Map<string, number>()
  const times: number[] = []
  const calls: Promise<void>[] = []
  const watching = watch(stack, sellers, { pending, times, isOver: () => isOver && pending.size === 0 })
  const begun = performance.now()
  for (let n = 0; n < salesPerSecond * seconds; n++) {
    const due = begun + (n * 1000) / salesPerSecond
    await wait(Math.max(0, due - performance.now()))
    const { email, request } = nextSale(sellers)
    pending.set(email, due)
    calls.push(call(port, request))
  }
  await Promise.all(calls)
  for (const end = Date.now() + patienceMs; pending.size > 0 && Date.now() < end; ) await wait(50)
  const lost = pending.size
  pending.clear()
  isOver = true
  await Promise.all([...students, watching])
  await worker.stop()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return {
    name: `from a sale to its access, ${salesPerSecond} sales a second, while ${studentCount} students each open a lesson every ${studentPauseMs} ms`,
    value: `half within ${Math.round(at(0.5))} ms, 99 % within ${Math.round(at(0.99))} ms${lost > 0 ? `, ${lost} not at all` : ''}`,
    floor: '',
    target: '99 % within 5 s',
    ok: lost === 0 && at(0.99) <= 5000,
  }
}

async function call(port: number, { path: address, ...init }: LoadRequest): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${address}`, init)
  if (!answer.ok) throw new Error(`a sale was refused: ${await answer.text()}`)
  await answer.arrayBuffer()
}

async function study(port: number, school: BenchSeller, token: string, isOver: () => boolean): Promise<void> {
  const { path: address, ...init } = busiest["the student's lesson call"](school, token)
  while (!isOver()) {
    await (await fetch(`http://127.0.0.1:${port}${address}`, init)).arrayBuffer()
    await wait(studentPauseMs)
  }
}

/** Looks again and again which of the buyers who wait are in the class. */
async function watch(
  { admin }: BenchStack,
  sellers: BenchSeller[],
  { pending, times, isOver }: { pending: Map<string, number>; times: number[]; isOver(): boolean },
): Promise<void> {
  const ids = sellers.map(({ id }) => id)
  for (; !isOver(); await wait(10)) {
    const { rows } = await admin.query<{ email: string }>(
      `select m.email from memberships m join living_enrollments e using (school_id, user_id)
        where m.school_id = any ($1) and m.email = any ($2)`,
      [ids, [...pending.keys()]],
    )
    const now = performance.now()
    for (const { email } of rows) {
      const begun = pending.get(email)
      if (begun !== undefined) times.push(now - begun)
      pending.delete(email)
    }
  }
}
