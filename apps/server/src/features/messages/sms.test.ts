import { sessions } from '@escola/contract/sessions.contract'
import { students, studentTexts } from '@escola/contract/students.contract'
import type { Mailbox } from '@escola/dev-services/mailbox'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createSmsSender } from '../../sms/create-sms-sender.ts'
import { NumberRefused, type SentSms, type Sms, type SmsReport, type SmsSender, SmsUnanswered } from '../../sms/sms.ts'
import { makeSmsToken } from '../../sms/sms-token.ts'
import type { Person } from '../../testing/call.ts'
import { stopClock } from '../../testing/clock.ts'
import { openMailbox } from '../../testing/open-mailbox.ts'
import { giveBalance, paying } from '../../testing/paying.ts'
import { type World, world } from '../../testing/world.ts'
import { deliverSms, giveUpSms } from './sms.service.ts'
import { followSms } from './sms-reports.service.ts'

let w: World
let mailbox: Mailbox
let local: SmsSender
beforeAll(async () => {
  w = await world(paying)
  await giveBalance(w.northside, 100_000)
  const opened = await openMailbox(w)
  mailbox = opened.mailbox
  local = createSmsSender(w.config, opened.mailer)
})

const cellphone = '11912345678'
const makeStudent = async (number = cellphone) => {
  const student = await w.northside.make.student('Lia Prado')
  await setMember(student, { cellphone: number })
  return student
}
const setMember = ({ userId }: Person, values: object) =>
  w.northside.tx((db) => db.updateTable('memberships').set(values).where('user_id', '=', userId).execute())
const memberOf = ({ userId }: Person) =>
  w.northside.tx((db) =>
    db.selectFrom('memberships').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow(),
  )
const ask = ({ email }: Person, typed?: string, as = w.northside.admin) =>
  w.call(students.resendLink, { as, body: { email, type: 'sms', ...(typed ? { cellphone: typed } : {}) } })
const messagesOf = ({ userId }: Person) =>
  w.northside.tx((db) => db.selectFrom('messages').selectAll().where('user_id', '=', userId).orderBy('id').execute())
const never = new AbortController().signal

/** Cents that a message cost the school, and that it got back. */
const costOf = (id: string) =>
  w.northside.tx(async (db) => {
    const rows = await db
      .selectFrom('ledger_movements as m')
      .innerJoin('ledger_transfers as t', (join) =>
        join.onRef('t.school_id', '=', 'm.school_id').onRef('t.movement_id', '=', 'm.id'),
      )
      .select(['m.kind', 't.amount'])
      .where('m.key', 'in', [`sms:${id}`, `sms_returned:${id}`])
      .orderBy('m.number')
      .execute()
    return rows.map(({ kind, amount }) => [kind, Number(amount)])
  })
const charged = [['sms', 75]]
const givenBack = [...charged, ['sms_returned', 75]]

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
async function queued(number = cellphone) {
  const student = await makeStudent(number)
  expect((await ask(student)).status).toBe(200)
  const [message] = await messagesOf(student)
  return { student, id: message!.id }
}
const stateOf = async (student: Person) => {
  const { link } = await memberOf(student)
  const { body } = await w.call(students.get, { as: w.northside.admin, params: { link } })
  return body.sms.sent[0]!.state
}

describe('a link by SMS', () => {
  it('comes to the number, opens the school, and ends the link before', async () => {
    const student = await makeStudent('31987654321')
    const { cellphone: known } = await memberOf(student)
    const params = { userId: student.userId }
    const earlier = (await w.call(students.updateToken, { as: w.northside.admin, params })).body.student.token
    expect((await ask(student)).status).toBe(200)
    expect(await stateOf(student)).toBe('waiting')
    const ids = (await messagesOf(student)).map(({ id }) => id)
    const { tools } = provider([])
    await deliverSms(w.northside, ids, { ...tools, sms: local }, never)
    await deliverSms(w.northside, ids, { ...tools, sms: local }, never)
    const mails = mailbox.messages({ to: `55${known}@sms.localhost` })
    expect(mails.map(({ deliveries }) => deliveries)).toEqual([1])
    const { text } = (await mailbox.read(mails[0]!.id))!
    expect(text.trim().length).toBeLessThanOrEqual(160)
    const token = /\/login\/(\S+)/.exec(text)![1]!
    expect((await w.call(sessions.signInByToken, { body: { token: earlier } })).status).toBe(404)
    const opened = await w.call(sessions.signInByToken, { body: { token } })
    expect(opened.body).toMatchObject({ user: { id: student.userId } })
    expect(opened.body.schools.map(({ id }) => id)).toEqual([w.northside.id])
    expect(await stateOf(student)).toBe('sent')
  })

  it('is written once a minute, five times an hour, and asks who it is', async () => {
    stopClock()
    const student = await makeStudent()
    const { access_token_hash: before } = await memberOf(student)
    await ask(student)
    const { access_token_hash: first } = await memberOf(student)
    const { id } = (await messagesOf(student))[0]!
    await w.call(sessions.signInByToken, { body: { token: makeSmsToken(w.config.secret, w.northside.id, id) } })
    expect((await ask(student)).status).toBe(200)
    // The session of the link that was just sent goes on.
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
    expect((await memberOf(student)).access_token_hash).toBe(first)
    expect([before, first === null]).toEqual([null, false])
    expect(await messagesOf(student)).toHaveLength(1)
    const statuses = []
    for (let at = 0; at < 5; at++) {
      vi.setSystemTime(Date.now() + 60_000)
      statuses.push((await ask(student)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429])
    const unproven = await w.northside.make.admin()
    await w.database.withPlatform((db) =>
      db.updateTable('sessions').set({ utc_proven_on: null }).where('id', '=', unproven.sessionId).execute(),
    )
    expect((await ask(await makeStudent(), undefined, unproven)).error.code).toBe('proof_needed')
  })

  it('goes to the number that the school knows, and to a typed one where it knows none', async () => {
    const known = await makeStudent()
    expect((await ask(known, '21987654321')).error.fields).toEqual({ cellphone: studentTexts.otherCellphone })
    expect((await ask(known, '+55 (11) 91234-5678')).status).toBe(200)
    const landline = await makeStudent('1132345678')
    expect((await ask(landline)).error.fields).toEqual({ cellphone: studentTexts.noSmsNumber })
    expect((await ask(landline, '21987654321')).status).toBe(200)
    expect((await memberOf(landline)).cellphone).toBe('21987654321')
    expect((await messagesOf(landline))[0]!.params).toEqual({ cellphone: '5521987654321' })
  })

  it('is none for an administrator, or for an e-mail of another school', async () => {
    const both = await makeStudent()
    await w.northside.make.roles(both, { is_admin: true })
    expect((await ask(both)).error.code).toBe('administrators_own_access')
    expect((await ask(await w.riverside.make.student())).error.code).toBe('email_not_found')
  })
})

describe('what became of it', () => {
  it('is a refused number, which is not asked again and costs nothing', async () => {
    const { student, id } = await queued()
    const { asked, tools } = provider([new NumberRefused('no such number')])
    await deliverSms(w.northside, [id], tools, never)
    await deliverSms(w.northside, [id], tools, never)
    expect(await stateOf(student)).toBe('number_refused')
    expect([asked.length, await costOf(id)]).toEqual([1, givenBack])
  })

  it.each([
    [
      'a provider that did not answer',
      async (id: string) => {
        const { asked, tools } = provider([new SmsUnanswered('silence')])
        await deliverSms(w.northside, [id], tools, never)
        await deliverSms(w.northside, [id], tools, never)
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
        await deliverSms(w.northside, [id], tools, never)
        return asked
      },
      0,
    ],
  ] as const)('is unknown after %s: it is not sent twice, and nothing is given back', async (_, run, times) => {
    const { student, id } = await queued()
    const asked = await run(id)
    expect(await stateOf(student)).toBe('unknown')
    expect([asked.length, await costOf(id)]).toEqual([times, charged])
  })

  it('is sent again with the same key and link after a provider was away, and after a killed run where the key counts', async () => {
    const { student, id } = await queued()
    const { asked, tools } = provider([new Error('away')], true)
    await expect(deliverSms(w.northside, [id], tools, never)).rejects.toThrow('away')
    expect(await stateOf(student)).toBe('waiting')
    await w.northside.tx((db) => db.updateTable('messages').set({ status: 'sending' }).where('id', '=', id).execute())
    await deliverSms(w.northside, [id], tools, never)
    expect(await stateOf(student)).toBe('sent')
    expect(asked).toEqual([asked[0], asked[0]])
    expect(asked[0]).toMatchObject({ key: `sms-${w.northside.id}-${id}`, to: `55${cellphone}` })
  })

  it('is unsent once the last try has failed, and costs nothing', async () => {
    const { student, id } = await queued()
    const { tools } = provider([])
    await giveUpSms(w.northside, [id], 'away for hours', tools)
    await giveUpSms(w.northside, [id], 'away for hours', tools)
    expect(await stateOf(student)).toBe('unsent')
    expect(await costOf(id)).toEqual(givenBack)
  })

  it('is unsent where another link has taken its place, or the student administers the school by now', async () => {
    const replaced = await queued()
    await w.call(students.updateToken, { as: w.northside.admin, params: { userId: replaced.student.userId } })
    const promoted = await queued()
    await w.northside.make.roles(promoted.student, { is_admin: true })
    const { asked, tools } = provider([])
    await deliverSms(w.northside, [replaced.id, promoted.id], tools, never)
    expect([await stateOf(replaced.student), (await messagesOf(promoted.student))[0]!.outcome]).toEqual([
      'unsent',
      'unsent',
    ])
    expect(asked).toEqual([])
  })
})

describe('reports of the provider', () => {
  /** Provider that can be asked what became of a message. */
  function reporting(answer: string | Error, reports: (SmsReport | Error)[]) {
    const { tools } = provider([answer])
    const asked: SentSms[] = []
    const report = async (sent: SentSms) => {
      asked.push(sent)
      const told = reports.shift()!
      if (told instanceof Error) throw told
      return told
    }
    return { asked, tools: { ...tools, sms: { ...tools.sms, report } } }
  }
  const looksAt = (id: string) =>
    w.northside.tx(async (db) => {
      const rows = await db
        .selectFrom('outbox')
        .select(['payload', 'utc_run_on', 'utc_created_on'])
        .where('name', '=', 'messages.follow_sms')
        .orderBy('id')
        .execute()
      return rows
        .filter(({ payload }) => (payload as { messageId: string }).messageId === id)
        .map(({ payload, utc_run_on, utc_created_on }) => [
          (payload as { looks: number }).looks,
          Math.round((utc_run_on!.getTime() - utc_created_on.getTime()) / 3_600_000),
        ])
    })

  it('are asked for an hour, a day and three days later, and give back the price of a message that did not arrive', async () => {
    const { student, id } = await queued()
    const { asked, tools } = reporting('SM7', ['open', 'open', 'undelivered'])
    await deliverSms(w.northside, [id], tools, never)
    for (const looks of [0, 1, 2]) await followSms(w.northside, { messageId: id, looks }, tools)
    expect(await looksAt(id)).toEqual([
      [0, 1],
      [1, 23],
      [2, 48],
    ])
    expect(asked[0]).toMatchObject({ providerId: 'SM7', to: '5511912345678' })
    expect([await stateOf(student), await costOf(id)]).toEqual(['undelivered', givenBack])
    // The job may run twice.
    await followSms(w.northside, { messageId: id, looks: 2 }, tools)
    expect([asked.length, await costOf(id)]).toEqual([3, givenBack])
  })

  it('leave the price of a message that arrived, or of which nothing is told', async () => {
    for (const reports of [['delivered'], ['open']] as const) {
      const { student, id } = await queued()
      const { tools } = reporting('SM8', [...reports])
      await deliverSms(w.northside, [id], tools, never)
      await followSms(w.northside, { messageId: id, looks: 2 }, tools)
      expect([await stateOf(student), await costOf(id)]).toEqual(['sent', charged])
    }
  })

  it.each([
    ['delivered', 'sent', charged],
    ['undelivered', 'undelivered', givenBack],
  ] as const)('say that a message without an answer was %s', async (report, state, cost) => {
    const { student, id } = await queued()
    const { asked, tools } = reporting(new SmsUnanswered('silence'), [new Error('away'), report])
    await deliverSms(w.northside, [id], tools, never)
    expect([await stateOf(student), await costOf(id)]).toEqual(['unknown', charged])
    await expect(followSms(w.northside, { messageId: id, looks: 0 }, tools)).rejects.toThrow('away')
    await followSms(w.northside, { messageId: id, looks: 0 }, tools)
    expect(asked[1]).toMatchObject({
      providerId: undefined,
      mark: makeSmsToken(w.config.secret, w.northside.id, id),
    })
    expect([await stateOf(student), await costOf(id)]).toEqual([state, cost])
  })
})
