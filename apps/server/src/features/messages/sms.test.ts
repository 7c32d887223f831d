import { minuteMs } from '@escola/contract/durations'
import { sessions } from '@escola/contract/sessions.contract'
import { smsLimits } from '@escola/contract/sms'
import { studentTexts } from '@escola/contract/student-texts'
import { students } from '@escola/contract/students.contract'
import type { Mailbox } from '@escola/dev-services/mailbox'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { createSmsSender } from '../../sms/create-sms-sender.ts'
import { NumberRefused, type SentSms, type Sms, type SmsReport, type SmsSender, SmsUnanswered } from '../../sms/sms.ts'
import { makeSmsToken } from '../../sms/sms-token.ts'
import type { Person } from '../../testing/call.ts'
import { stopClock } from '../../testing/clock.ts'
import { handlerOf, neverStops, runJob } from '../../testing/jobs.ts'
import { openMailbox } from '../../testing/open-mailbox.ts'
import { giveBalance, paying } from '../../testing/paying.ts'
import { type World, world } from '../../testing/world.ts'
import { deliverSms, failUnsentSms } from './sms.service.ts'
import { cellphone, charged, givenBack, smsScenario } from './sms.testing.ts'
import { checkSmsStatus } from './sms-reports.service.ts'

let w: World
let s: ReturnType<typeof smsScenario>
let mailbox: Mailbox
let local: SmsSender
beforeAll(async () => {
  w = await world(paying)
  s = smsScenario(w)
  await giveBalance(w.northside, 100_000)
  const opened = await openMailbox(w)
  mailbox = opened.mailbox
  local = createSmsSender(w.config, opened.mailer)
})

/** Provider that answers as told, and keeps what it was asked. */
function provider(answers: (string | Error)[], isRepeatable = false) {
  const asked: Sms[] = []
  const sms: SmsSender = {
    isRepeatable,
    send: async (message) => {
      asked.push(message)
      const answer = answers.shift() ?? 'taken'
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  return { asked, tools: { ...w.tools, sms } }
}

describe('a message that waits', () => {
  it('costs nothing when its student is erased before it leaves, and its price when a run may have sent it', async () => {
    const [waiting, leaving] = [await s.queued(), await s.queued()]
    await w.northside.tx((db) =>
      db.updateTable('messages').set({ status: 'sending' }).where('id', '=', leaving.id).execute(),
    )
    for (const { student } of [waiting, leaving]) await s.erase(student)
    expect(await s.costOf(waiting.id)).toEqual(givenBack)
    expect(await s.costOf(leaving.id)).toEqual(charged)
  })
})

describe('a link by SMS', () => {
  const openEarlier = ({ userId }: Person) =>
    w.database.withPlatform((db) =>
      db
        .insertInto('sessions')
        .values({
          user_id: userId,
          school_id: w.northside.id,
          utc_created_on: new Date(Date.now() - 120_000),
          utc_expires_on: new Date(Date.now() + 120_000),
        })
        .execute(),
    )

  it('comes to the number, opens the school, and ends the link before', async () => {
    const student = await s.makeStudent('31987654321')
    const { cellphone: known } = await s.memberOf(student)
    const params = { userId: student.userId }
    const earlier = (await w.call(students.updateToken, { as: w.northside.admin, params })).body.student.token
    expect((await s.ask(student)).status).toBe(200)
    expect(await s.stateOf(student)).toBe('waiting')
    const ids = (await s.messagesOf(student)).map(({ id }) => id)
    const { tools } = provider([])
    await deliverSms(w.northside, ids, { ...tools, sms: local }, neverStops)
    await deliverSms(w.northside, ids, { ...tools, sms: local }, neverStops)
    const mails = mailbox.messages({ to: `55${known}@sms.localhost` })
    expect(mails.map(({ deliveries }) => deliveries)).toEqual([1])
    const { text } = (await mailbox.read(mails[0]!.id))!
    expect(text.trim().length).toBeLessThanOrEqual(160)
    const token = /\/login\/(\S+)/.exec(text)![1]!
    expect((await w.call(sessions.signInByToken, { body: { token: earlier } })).status).toBe(404)
    const opened = await w.call(sessions.signInByToken, { body: { token } })
    expect(opened.body).toMatchObject({ user: { id: student.userId } })
    expect(opened.body.schools.map(({ id }) => id)).toEqual([w.northside.id])
    expect(await s.stateOf(student)).toBe('sent')
  })

  it('is written once a minute, five times an hour, and asks who it is', async () => {
    stopClock()
    const student = await s.makeStudent()
    const { access_token_hash: before } = await s.memberOf(student)
    await s.ask(student)
    const { access_token_hash: first } = await s.memberOf(student)
    const { id } = (await s.messagesOf(student))[0]!
    await w.call(sessions.signInByToken, { body: { token: makeSmsToken(w.config.secret, w.northside.id, id) } })
    await openEarlier(student)
    expect((await s.ask(student)).status).toBe(200)
    // The session of the link that was just sent goes on, and one that a process left open, which ended before its time, has ended.
    const open = await w.database.withPlatform((db) =>
      db
        .selectFrom('sessions')
        .where('user_id', '=', student.userId)
        .where('school_id', 'is not', null)
        .where('utc_revoked_on', 'is', null)
        .select('id')
        .execute(),
    )
    expect(open).toHaveLength(1)
    expect((await s.memberOf(student)).access_token_hash).toBe(first)
    expect([before, first === null]).toEqual([null, false])
    expect(await s.messagesOf(student)).toHaveLength(1)
    const statuses = []
    for (let at = 0; at < 5; at++) {
      vi.setSystemTime(Date.now() + minuteMs)
      statuses.push((await s.ask(student)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429])
    const unproven = await w.northside.make.admin()
    await w.database.withPlatform((db) =>
      db.updateTable('sessions').set({ utc_proven_on: null }).where('id', '=', unproven.sessionId).execute(),
    )
    expect((await s.ask(await s.makeStudent(), undefined, unproven)).error.code).toBe('proof_needed')
  })

  it('goes to the number that the school knows, and to a typed one where it knows none', async () => {
    const known = await s.makeStudent()
    expect((await s.ask(known, '21987654321')).error.fields).toEqual({ cellphone: studentTexts.otherCellphone })
    expect((await s.ask(known, '+55 (11) 91234-5678')).status).toBe(200)
    const landline = await s.makeStudent('1132345678')
    expect((await s.ask(landline)).error.fields).toEqual({ cellphone: studentTexts.noSmsNumber })
    expect((await s.ask(landline, '+55 21 98765-4321')).status).toBe(200)
    expect((await s.memberOf(landline)).cellphone).toBe('5521987654321')
    expect((await s.messagesOf(landline))[0]!.params).toEqual({ cellphone: '5521987654321' })
  })

  it('goes to no country that the platform does not name, and to one number a few times an hour', async () => {
    const abroad = await s.makeStudent('+351 912 345 678')
    expect((await s.ask(abroad)).error.fields).toEqual({ cellphone: studentTexts.smsCountry })
    const shared = '11955554444'
    const statuses: number[] = []
    for (let at = 0; at <= smsLimits.toNumberPerHour; at++)
      statuses.push((await s.ask(await s.makeStudent(shared))).status)
    expect(statuses).toEqual([...Array(smsLimits.toNumberPerHour).fill(200), 429])
  })

  it('is none for an administrator, or for an e-mail of another school', async () => {
    const both = await s.makeStudent()
    await w.northside.make.roles(both, { is_admin: true })
    expect((await s.ask(both)).error.code).toBe('administrators_own_access')
    expect((await s.ask(await w.riverside.make.student())).error.code).toBe('email_not_found')
  })
})

describe('what became of it', () => {
  it('is a refused number, which is not asked again and costs nothing', async () => {
    const { student, id } = await s.queued()
    const { asked, tools } = provider([new NumberRefused('no such number')])
    await deliverSms(w.northside, [id], tools, neverStops)
    await deliverSms(w.northside, [id], tools, neverStops)
    expect(await s.stateOf(student)).toBe('number_refused')
    expect([asked.length, await s.costOf(id)]).toEqual([1, givenBack])
  })

  it.each([
    [
      'a provider that did not answer',
      async (id: string) => {
        const { asked, tools } = provider([new SmsUnanswered('silence')])
        await deliverSms(w.northside, [id], tools, neverStops)
        await deliverSms(w.northside, [id], tools, neverStops)
        return asked
      },
      1,
    ],
    [
      'a run that ended while it sent',
      async (id: string) => {
        await w.northside.tx((db) =>
          db.updateTable('messages').set({ status: 'sending' }).where('id', '=', id).execute(),
        )
        const { asked, tools } = provider([])
        await deliverSms(w.northside, [id], tools, neverStops)
        return asked
      },
      0,
    ],
  ] as const)('is unknown after %s: it is not sent twice, and nothing is given back', async (_, run, times) => {
    const { student, id } = await s.queued()
    const asked = await run(id)
    expect(await s.stateOf(student)).toBe('unknown')
    expect([asked.length, await s.costOf(id)]).toEqual([times, charged])
  })

  it('is sent again with the same key and link after a provider was away, and after a killed run where the key counts', async () => {
    const { student, id } = await s.queued()
    const { asked, tools } = provider([new Error('away')], true)
    await expect(deliverSms(w.northside, [id], tools, neverStops)).rejects.toThrow('away')
    expect(await s.stateOf(student)).toBe('waiting')
    await w.northside.tx((db) => db.updateTable('messages').set({ status: 'sending' }).where('id', '=', id).execute())
    await deliverSms(w.northside, [id], tools, neverStops)
    expect(await s.stateOf(student)).toBe('sent')
    expect(asked).toEqual([asked[0], asked[0]])
    expect(asked[0]).toMatchObject({ key: `sms-${w.northside.id}-${id}`, to: `55${cellphone}` })
  })

  it('is not sent again when it could not be written down that the provider took it', async () => {
    const { student, id } = await s.queued()
    const { asked, tools } = provider(['no text of PostgreSQL: \0'])
    await expect(deliverSms(w.northside, [id], tools, neverStops)).rejects.toThrow()
    await deliverSms(w.northside, [id], tools, neverStops)
    expect([asked.length, await s.stateOf(student)]).toEqual([1, 'unknown'])
  })

  it('is unsent once the last try has failed, and costs nothing', async () => {
    const { student, id } = await s.queued()
    const { tools } = provider([])
    await failUnsentSms(w.northside, [id], 'away for hours', tools)
    await failUnsentSms(w.northside, [id], 'away for hours', tools)
    expect(await s.stateOf(student)).toBe('unsent')
    expect(await s.costOf(id)).toEqual(givenBack)
  })

  it('is unsent where another link has taken its place, or the student administers the school by now', async () => {
    const replaced = await s.queued()
    await w.call(students.updateToken, { as: w.northside.admin, params: { userId: replaced.student.userId } })
    const promoted = await s.queued()
    await w.northside.make.roles(promoted.student, { is_admin: true })
    const { asked, tools } = provider([])
    await deliverSms(w.northside, [replaced.id, promoted.id], tools, neverStops)
    expect([await s.stateOf(replaced.student), (await s.messagesOf(promoted.student))[0]!.outcome]).toEqual([
      'unsent',
      'unsent',
    ])
    expect(asked).toEqual([])
  })
})

describe('a message whose student is erased', () => {
  /** Provider that answers once the student was erased, and reports what became of the message. */
  async function sentWhileErased(answer: string | Error, reports: SmsReport[], isRepeatable = false) {
    const { student, id } = await s.queued()
    const { tools } = provider([answer], isRepeatable)
    const asked: SentSms[] = []
    const send = async (message: Sms) => {
      await s.erase(student)
      return tools.sms.send(message)
    }
    const report = async (sent: SentSms) => {
      asked.push(sent)
      return reports.shift()!
    }
    const own = { ...tools, sms: { ...tools.sms, send, report } }
    await deliverSms(w.northside, [id], own, neverStops).catch(() => undefined)
    const looks = await s.looksAt(id)
    for (const look of looks) await checkSmsStatus(w.northside, look, own)
    return { id, asked, looks: looks.length, cost: await s.costOf(id) }
  }

  it.each([
    ['a refused number', new NumberRefused('no such number'), givenBack],
    ['a provider that was away', new Error('away'), givenBack],
    ['a provider that did not answer', new SmsUnanswered('silence'), charged],
  ] as const)('while it is sent costs nothing where it surely did not leave: %s', async (_, answer, expected) => {
    for (const isRepeatable of [false, true]) {
      const { looks, cost } = await sentWhileErased(answer, [], isRepeatable)
      expect([looks, cost]).toEqual([0, expected])
    }
  })

  it.each([
    ['undelivered', givenBack],
    ['delivered', charged],
    ['open', charged],
  ] as const)('is asked for by its id, and costs nothing where it did not arrive: %s', async (report, expected) => {
    const { id, asked, cost } = await sentWhileErased(`SM-${report}`, [report])
    expect(asked).toEqual([
      { providerId: `SM-${report}`, to: '', mark: makeSmsToken(w.config.secret, w.northside.id, id) },
    ])
    expect(cost).toEqual(expected)
    expect((await s.looksAt(id)).map(({ looks }) => looks)).toEqual(report === 'open' ? [0, 1] : [0])
  })
})

describe('reports of the provider', () => {
  /** Provider that can be asked what became of a message. */
  function reporting(answer: string | Error, reports: (SmsReport | Error)[]) {
    const { tools } = provider([answer])
    const asked: SentSms[] = []
    const report = async (sent: SentSms) => {
      asked.push(sent)
      const outcome = reports.shift()!
      if (outcome instanceof Error) throw outcome
      return outcome
    }
    return { asked, tools: { ...tools, sms: { ...tools.sms, report } } }
  }
  const looksAt = async (id: string) => (await s.looksAt(id)).map(({ looks, hours }) => [looks, hours])

  it('are asked for an hour, a day and three days later, and give back the price of a message that did not arrive', async () => {
    const { student, id } = await s.queued()
    const { asked, tools } = reporting('SM7', ['open', 'open', 'undelivered'])
    await deliverSms(w.northside, [id], tools, neverStops)
    for (const looks of [0, 1, 2]) await checkSmsStatus(w.northside, { messageId: id, looks }, tools)
    expect(await looksAt(id)).toEqual([
      [0, 1],
      [1, 23],
      [2, 48],
    ])
    expect(asked[0]).toMatchObject({ providerId: 'SM7', to: '5511912345678' })
    expect([await s.stateOf(student), await s.costOf(id)]).toEqual(['undelivered', givenBack])
    // The job may run twice.
    await checkSmsStatus(w.northside, { messageId: id, providerId: 'SM7', looks: 2 }, tools)
    expect([asked.length, await s.costOf(id)]).toEqual([3, givenBack])
  })

  it('are asked for at the next moment too when the provider was away at one', async () => {
    const { student, id } = await s.queued()
    const { tools } = reporting('SM9', ['undelivered'])
    await deliverSms(w.northside, [id], tools, neverStops)
    await handlerOf(w, jobs.checkSmsStatus, tools).giveUp!(
      w.northside,
      { messageId: id, looks: 0 },
      new Error('away'),
      w.tools,
    )
    expect(await looksAt(id)).toEqual([
      [0, 1],
      [1, 23],
    ])
    await runJob(w, w.northside, jobs.checkSmsStatus, { messageId: id, looks: 1 }, { own: tools })
    expect([await s.stateOf(student), await s.costOf(id)]).toEqual(['undelivered', givenBack])
  })

  it('leave the price of a message that arrived, or of which nothing is told', async () => {
    for (const reports of [['delivered'], ['open']] as const) {
      const { student, id } = await s.queued()
      const { tools } = reporting('SM8', [...reports])
      await deliverSms(w.northside, [id], tools, neverStops)
      await checkSmsStatus(w.northside, { messageId: id, looks: 2 }, tools)
      expect([await s.stateOf(student), await s.costOf(id)]).toEqual(['sent', charged])
    }
  })

  it.each([
    ['delivered', 'sent', charged],
    ['undelivered', 'undelivered', givenBack],
  ] as const)('say that a message without an answer was %s', async (report, state, cost) => {
    const { student, id } = await s.queued()
    const { asked, tools } = reporting(new SmsUnanswered('silence'), [new Error('away'), report])
    await deliverSms(w.northside, [id], tools, neverStops)
    expect([await s.stateOf(student), await s.costOf(id)]).toEqual(['unknown', charged])
    await expect(checkSmsStatus(w.northside, { messageId: id, looks: 0 }, tools)).rejects.toThrow('away')
    await checkSmsStatus(w.northside, { messageId: id, looks: 0 }, tools)
    expect(asked[1]).toMatchObject({
      providerId: undefined,
      mark: makeSmsToken(w.config.secret, w.northside.id, id),
    })
    expect([await s.stateOf(student), await s.costOf(id)]).toEqual([state, cost])
  })
})
