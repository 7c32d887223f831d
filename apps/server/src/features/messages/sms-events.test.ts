import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { hourMs } from '@escola/contract/durations'
import { sms } from '@escola/contract/sms.contract'
import { type RunningZenvia, startZenvia, type TakenSms } from '@escola/dev-services/zenvia'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { logOptions } from '../../core/log-options.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { createZenvia } from '../../sms/zenvia.ts'
import { stopClock } from '../../testing/clock.ts'
import { neverStops } from '../../testing/jobs.ts'
import { giveBalance, paying } from '../../testing/paying.ts'
import { closeLater, type World, world } from '../../testing/world.ts'
import { insertSentSms } from './sent-sms.queries.ts'
import { deliverSms } from './sms.service.ts'
import { charged, givenBack, smsScenario } from './sms.testing.ts'
import { forgetSentSms, recordSmsReport } from './sms-reports.service.ts'

const eventToken = 'um-segredo-dos-avisos'
const bearer = { authorization: `Bearer ${eventToken}` }
let w: World
let s: ReturnType<typeof smsScenario>
let zenvia: RunningZenvia
let tools: Parameters<typeof deliverSms>[2]
beforeAll(async () => {
  zenvia = await startZenvia()
  const settings = { token: zenvia.token, from: 'escola', url: zenvia.url }
  w = await world({
    ...paying,
    SMS_PROVIDER: 'zenvia',
    ZENVIA_TOKEN: settings.token,
    ZENVIA_FROM: settings.from,
    ZENVIA_URL: settings.url,
    ZENVIA_EVENT_TOKEN: eventToken,
  })
  closeLater(() => zenvia.stop())
  s = smsScenario(w)
  await giveBalance(w.northside, 100_000)
  tools = { ...w.tools, sms: createZenvia(settings) }
  await w.app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(w.app.server.address() as AddressInfo).port}/api/zenvia/events`
  const answer = await fetch(`${zenvia.url}/v2/subscriptions`, {
    method: 'POST',
    headers: { 'x-api-token': zenvia.token, 'content-type': 'application/json' },
    body: JSON.stringify({
      eventType: 'MESSAGE_STATUS',
      webhook: { url, headers: bearer },
      criteria: { channel: 'sms', direction: 'OUT' },
    }),
  })
  expect(answer.status).toBe(200)
})

async function sent() {
  const queued = await s.queued()
  await deliverSms(w.northside, [queued.id], tools, neverStops)
  const taken = zenvia.taken.find(({ externalId }) => externalId === `sms-${w.northside.id}-${queued.id}`)!
  return { ...queued, taken }
}
/** Payloads of the jobs that events have left for a message. */
const waiting = async (messageId: string) =>
  (await w.northside.pendingJobs())
    .filter(([name]) => name === jobs.recordSmsReport.name)
    .map(([, payload]) => jobs.recordSmsReport.payload.parse(payload))
    .filter((payload) => payload.messageId === messageId)
const receiveAll = async (messageId: string) => {
  for (const payload of await waiting(messageId)) await recordSmsReport(w.northside, payload, tools)
}
const send = (body: object, headers: Record<string, string> = bearer) =>
  w.call(sms.receiveZenvia, { body, headers }).then(({ status }) => status)
const undelivered = (message: object) => ({
  type: 'MESSAGE_STATUS',
  message,
  messageStatus: { code: 'NOT_DELIVERED' },
})
const foreign = (): TakenSms => ({ id: randomUUID(), from: 'outra', to: '5511900000000', contents: [] })

describe('what Zenvia tells of a text message', () => {
  it.each(['REJECTED', 'NOT_DELIVERED'] as const)('gives it back once when it is %s, however often', async (code) => {
    const { student, id, taken } = await sent()
    expect(await zenvia.sendStatus(taken, 'SENT')).toEqual([200])
    expect(await waiting(id)).toEqual([])
    for (let times = 0; times < 3; times++) expect(await zenvia.sendStatus(taken, code)).toEqual([200])
    const payloads = await waiting(id)
    expect(payloads).toHaveLength(3)
    await Promise.all(payloads.map((payload) => recordSmsReport(w.northside, payload, tools)))
    await receiveAll(id)
    expect([await s.stateOf(student), await s.costOf(id)]).toEqual(['undelivered', givenBack])
  })

  it.each([
    ['DELIVERED', 'NOT_DELIVERED'],
    ['NOT_DELIVERED', 'DELIVERED'],
  ] as const)('gives it back with %s before %s', async (first, second) => {
    const { student, id, taken } = await sent()
    await zenvia.sendStatus(taken, first)
    await zenvia.sendStatus(taken, second)
    await receiveAll(id)
    expect([await s.stateOf(student), await s.costOf(id)]).toEqual(['undelivered', givenBack])
  })

  it('leaves one that arrived, without a job', async () => {
    const { student, id, taken } = await sent()
    expect(await zenvia.sendStatus(taken, 'DELIVERED')).toEqual([200])
    expect(await waiting(id)).toEqual([])
    expect([await s.stateOf(student), await s.costOf(id)]).toEqual(['sent', charged])
  })

  it('finds the message by the id of Zenvia alone, in either place', async () => {
    for (const place of [({ id }: TakenSms) => ({ message: { id } }), ({ id }: TakenSms) => ({ messageId: id })]) {
      const { id, taken } = await sent()
      expect(await send({ ...undelivered({}), message: null, ...place(taken) })).toBe(200)
      await receiveAll(id)
      expect(await s.costOf(id)).toEqual(givenBack)
    }
  })

  it.each([
    ['DELIVERED', 'sent', charged],
    ['NOT_DELIVERED', 'undelivered', givenBack],
  ] as const)('finds one that it did not answer for by our key: %s', async (code, state, cost) => {
    const { student, id, taken } = await sent()
    await w.northside.tx(async (db) => {
      await db
        .updateTable('messages')
        .set({ status: 'failed', outcome: 'unknown', provider_id: null })
        .where('id', '=', id)
        .execute()
    })
    await w.database.withPlatform((db) => db.deleteFrom('sent_sms').where('provider_id', '=', taken.id).execute())
    await zenvia.sendStatus(taken, code)
    await receiveAll(id)
    expect([await s.stateOf(student), await s.costOf(id)]).toEqual([state, cost])
  })

  it('gives back the price of one whose student was erased meanwhile, with and without an answer of Zenvia', async () => {
    const [taken, unanswered, other] = [await sent(), await sent(), await sent()]
    for (const { student } of [taken, unanswered, other]) await s.erase(student)
    await w.database.withPlatform((db) =>
      db.deleteFrom('sent_sms').where('provider_id', '=', unanswered.taken.id).execute(),
    )
    for (const each of [taken, unanswered]) {
      for (let times = 0; times < 2; times++) await zenvia.sendStatus(each.taken, 'NOT_DELIVERED')
      await receiveAll(each.id)
      expect(await s.costOf(each.id)).toEqual(givenBack)
    }
    await zenvia.sendStatus({ ...foreign(), externalId: other.taken.externalId! }, 'REJECTED')
    await receiveAll(other.id)
    expect(await s.costOf(other.id)).toEqual(charged)
  })

  it('counts for 72 hours also where the student was erased', async () => {
    for (const [hours, hasAnswered] of [
      [71, true],
      [73, true],
      [71, false],
      [73, false],
    ] as const) {
      stopClock()
      const { student, id, taken } = await sent()
      await s.erase(student)
      if (!hasAnswered)
        await w.database.withPlatform((db) => db.deleteFrom('sent_sms').where('provider_id', '=', taken.id).execute())
      vi.setSystemTime(Date.now() + hours * hourMs)
      expect(await zenvia.sendStatus(taken, 'NOT_DELIVERED')).toEqual([200])
      await receiveAll(id)
      expect(await s.costOf(id), `${hours} ${hasAnswered}`).toEqual(hours === 71 ? givenBack : charged)
      vi.useRealTimers()
    }
  })

  it('forgets where it was sent once nothing counts any more', async () => {
    const [kept, old] = [await sent(), await sent()]
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs)
    const age = (id: string, hours: number) =>
      w.northside.tx((db) => insertSentSms(db, { messageId: id, providerId: id }, hoursAgo(hours)))
    const ids = [kept.id, old.id]
    await w.database.withPlatform((db) => db.deleteFrom('sent_sms').where('message_id', 'in', ids).execute())
    await age(kept.id, 71)
    await age(old.id, 73)
    await forgetSentSms({ ...w.tools, platform: w.database })
    const left = await w.northside.tx((db) =>
      db.selectFrom('sent_sms').select('message_id').where('message_id', 'in', ids).execute(),
    )
    expect(left).toEqual([{ message_id: kept.id }])
  })

  it('waits while it is not written down that Zenvia took it', async () => {
    const { student, id } = await s.queued()
    const taken = { ...foreign(), externalId: `sms-${w.northside.id}-${id}` }
    await w.northside.tx((db) => db.updateTable('messages').set({ status: 'sending' }).where('id', '=', id).execute())
    await zenvia.sendStatus(taken, 'REJECTED')
    await expect(receiveAll(id)).rejects.toThrow('still being sent')
    await w.northside.tx((db) =>
      db.updateTable('messages').set({ status: 'sent', provider_id: taken.id }).where('id', '=', id).execute(),
    )
    await receiveAll(id)
    expect([await s.stateOf(student), await s.costOf(id)]).toEqual(['undelivered', givenBack])
  })

  it('counts for 72 hours, and by the moment in which it came', async () => {
    for (const [hours, cost] of [
      [71, givenBack],
      [73, charged],
    ] as const) {
      stopClock()
      const { id, taken } = await sent()
      vi.setSystemTime(Date.now() + hours * hourMs)
      expect(await send(undelivered({ id: taken.id }))).toBe(200)
      vi.setSystemTime(Date.now() + 10 * hourMs)
      await receiveAll(id)
      expect(await s.costOf(id)).toEqual(cost)
      vi.useRealTimers()
    }
  })

  it('is processed by its known fields, and answered 200, when another field has an unexpected type or length', async () => {
    const long = 'x'.repeat(201)
    for (const part of [7, long, {}, []]) {
      for (const event of [
        { ...undelivered({}), type: part },
        { ...undelivered({}), message: part, messageStatus: part },
        { ...undelivered({ id: part, externalId: part }), messageId: part },
        { ...undelivered({}), messageStatus: { code: part } },
      ])
        expect(await send(event)).toBe(200)
      const { id, taken } = await sent()
      expect(await send({ ...undelivered({ id: taken.id, externalId: part }), messageId: part })).toBe(200)
      await receiveAll(id)
      expect(await s.costOf(id)).toEqual(givenBack)
    }
  })

  it('is nothing where the message has another id, or is not ours', async () => {
    const { id } = await sent()
    expect(await zenvia.sendStatus({ ...foreign(), externalId: `sms-${w.northside.id}-${id}` }, 'REJECTED')).toEqual([
      200,
    ])
    await receiveAll(id)
    expect(await s.costOf(id)).toEqual(charged)
    const received = () =>
      w.database.withPlatform((db) =>
        db.selectFrom('outbox').select('id').where('name', '=', jobs.recordSmsReport.name).execute(),
      )
    const before = await received()
    for (const externalId of [undefined, 'sms-0-1', `sms-${w.northside.id}-x`, 'pedido-12'])
      expect(await zenvia.sendStatus({ ...foreign(), externalId }, 'REJECTED')).toEqual([200])
    for (const body of [
      {},
      { type: 'MESSAGE' },
      { type: 'MESSAGE_STATUS' },
      undelivered({}),
      { ...undelivered({ id }), type: 'CONTACT' },
    ])
      expect(await send(body)).toBe(200)
    expect(await send({ ...undelivered({ id }), messageStatus: { code: 'constructor' } })).toBe(200)
    expect(await received()).toEqual(before)
  })
})

it('believes none that does not show our token, and logs neither', async () => {
  const { id, taken } = await sent()
  const event = undelivered({ id: taken.id })
  const wrong: Record<string, string>[] = [
    {},
    { authorization: eventToken },
    { authorization: 'Bearer um-segredo-errado!' },
  ]
  for (const headers of wrong) expect(await send(event, headers)).toBe(401)
  expect(await waiting(id)).toEqual([])
  const lines: string[] = []
  const logger = { ...logOptions({ logLevel: 'trace' }), stream: { write: (line: string) => void lines.push(line) } }
  const logging = await buildApp(w.config, logger)
  closeLater(() => logging.close())
  for (const headers of [bearer, ...wrong])
    await logging.http.inject({ method: 'POST', url: '/api/zenvia/events', payload: event, headers })
  expect(lines.length).toBeGreaterThan(3)
  expect(lines.join()).not.toMatch(/segredo/)
})

it('is no address where another provider sends', async () => {
  const { sms: _, ...others } = w.config
  const other = await buildApp({ ...others, sms: { provider: 'local' } })
  closeLater(() => other.close())
  const answer = await other.http.inject({
    method: 'POST',
    url: '/api/zenvia/events',
    payload: undelivered({ id: 'x' }),
    headers: bearer,
  })
  expect(answer.statusCode).toBe(404)
})
