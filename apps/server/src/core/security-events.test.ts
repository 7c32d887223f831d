import { Writable } from 'node:stream'
import { minuteMs } from '@escola/contract/durations'
import { emailChanges } from '@escola/contract/email-changes.contract'
import { merges } from '@escola/contract/merges.contract'
import { ownData } from '@escola/contract/own-data.contract'
import { profiles } from '@escola/contract/profiles.contract'
import { purchaseList } from '@escola/contract/purchase-list.contract'
import { security } from '@escola/contract/security.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { students } from '@escola/contract/students.contract'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type App, buildApp } from '../app.ts'
import { makeCode, makeUndoToken } from '../features/email-changes/email-secrets.ts'
import { resetSecondFactor } from '../features/sessions/reset-factor.service.ts'
import { hashPassword } from '../security/passwords.ts'
import { hashToken, randomToken } from '../security/signatures.ts'
import { authenticator } from '../testing/authenticator.ts'
import { type CallOptions, callsOf } from '../testing/call.ts'
import { stopClock } from '../testing/clock.ts'
import { type World, world } from '../testing/world.ts'
import { logOptions } from './log-options.ts'
import { SecurityLog, securityEvents } from './security-events.ts'

const password = 'minha1senha'
let w: World
let app: App
let call: ReturnType<typeof callsOf>['call']
const lines: Record<string, unknown>[] = []
let text = ''
beforeAll(async () => {
  w = await world({ TRUST_PROXY: '127.0.0.1' })
  const stream = new Writable({
    write: (line, _, done) => {
      text += line
      lines.push(JSON.parse(String(line)))
      done()
    },
  })
  app = await buildApp(w.config, { ...logOptions({ logLevel: 'info' }), stream })
  call = callsOf(app.http).call
})
afterAll(() => app.close())

/** The events of a call: their facts, beside where it came from and its id, which every one of them has. */
async function eventsOf(made: Promise<{ headers: Record<string, unknown> }>) {
  const reqId = (await made).headers['x-request-id']
  return lines
    .filter((line) => line.event && line.reqId === reqId)
    .map(({ event, remoteAddress, userId, schoolId, reason, device }) => {
      expect([remoteAddress, device]).toEqual(['198.51.100.9', 'Firefox no Linux'])
      return { event, ...(userId ? { userId } : {}), ...(schoolId ? { schoolId } : {}), ...(reason ? { reason } : {}) }
    })
}
const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/145.0', 'x-forwarded-for': '198.51.100.9' }

it('every event of an account is in the log once, with its user and request, and with nothing that is secret', async () => {
  stopClock()
  const { userId, email } = await w.northside.make.student('Lia Prado')
  await w.database.withPlatform(async (db) =>
    db
      .updateTable('users')
      .set({ password_hash: await hashPassword(password) })
      .where('id', '=', userId)
      .execute(),
  )
  const seen = new Set<unknown>()
  /** Expects that a call is recorded as these events. */
  const expectOf = async <T extends { headers: Record<string, unknown> }>(made: Promise<T>, ...expected: object[]) => {
    const events = await eventsOf(made)
    expect(events).toEqual(expected)
    for (const { event } of events) seen.add(event)
    return made
  }
  const tokens: string[] = []
  const signIn = (typed = password, to = email) =>
    call(sessions.signIn, { headers, body: { email: to, password: typed } })
  const opened = async (made: Promise<{ body: { token: string } }>) => {
    const { token } = (await made).body
    tokens.push(token)
    return { headers, as: { token } }
  }
  const by = (event: string, facts = {}) => ({ event, userId, ...facts })

  const me = await opened(expectOf(signIn(), by('sign_in')))
  await expectOf(signIn('errada1senha'), by('sign_in_failed', { reason: 'invalid_password' }))
  await expectOf(signIn(password, 'ninguem@example.com'), { event: 'sign_in_failed', reason: 'invalid_password' })
  const prove = (body: NonNullable<CallOptions<typeof sessions.prove>['body']>) => call(sessions.prove, { ...me, body })
  await expectOf(prove({ password }), by('proof_given'))
  await expectOf(prove({ password: 'errada1senha' }), by('proof_failed', { reason: 'invalid_password' }))

  const { secret } = (await call(security.startSecondFactor, me)).body
  const newCode = () => {
    vi.setSystemTime(Date.now() + minuteMs)
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() })
  }
  const confirmed = call(security.confirmSecondFactor, { ...me, body: { code: newCode() } })
  const { codes: recoveryCodes } = (await expectOf(confirmed, by('second_factor_added'))).body
  const { error } = await expectOf(signIn(), by('second_factor_asked'))
  const finish = (code: string) => call(sessions.signInByCode, { headers, body: { challenge: error.challenge!, code } })
  await expectOf(finish('000000'), by('second_factor_failed', { reason: 'invalid_code' }))
  await opened(expectOf(finish(newCode()), by('sign_in')))
  await expectOf(prove({ code: newCode() }), by('proof_given'))
  await expectOf(call(security.renewCodes, me), by('recovery_codes_renewed'))
  await expectOf(call(security.removeSecondFactor, me), by('second_factor_removed'))

  const device = authenticator()
  const { options } = (await call(security.startPasskey, me)).body
  const answer = device.make(options as never)
  const added = await expectOf(call(security.addPasskey, { ...me, body: { answer } }), by('passkey_added'))
  const asked = async () => (await call(sessions.askPasskey, {})).body.options as never
  const byPasskey = async () =>
    call(sessions.signInByPasskey, { headers, body: { answer: device.show(await asked()) } })
  const second = await opened(expectOf(byPasskey(), by('sign_in')))
  await expectOf(call(security.removePasskey, { ...me, params: { id: added.body.passkey.id } }), by('passkey_removed'))
  await expectOf(byPasskey(), { event: 'sign_in_failed', reason: 'passkey_refused' })
  await expectOf(prove({ passkey: device.show(await asked()) }), by('proof_failed', { reason: 'passkey_refused' }))
  await expectOf(call(sessions.signInByToken, { headers, body: { token: `1-${randomToken()}` } }), {
    event: 'sign_in_failed',
    reason: 'invalid_token',
  })

  await expectOf(call(sessions.signOut, second), by('sign_out'))
  await expectOf(call(sessions.endOtherDevices, me), by('sessions_ended'))
  await expectOf(call(ownData.copy, me), by('own_data_copied'))
  await expectOf(call(ownData.askDeletion, me), by('deletion_asked'))
  await expectOf(call(ownData.takeDeletionBack, me), by('deletion_taken_back'))
  await expectOf(call(profiles.update, { ...me, body: { name: 'Lia Prado' } }))
  await expectOf(
    call(profiles.update, { ...me, body: { name: 'Lia Prado', password: 'quintal-verde-42' } }),
    by('password_changed'),
  )
  await expectOf(call(sessions.requestRecovery, { headers, body: { email } }), { event: 'recovery_asked' })
  const changing = { headers, as: me.as }
  await expectOf(
    call(emailChanges.ask, { ...changing, body: { email: 'lia.nova@example.com' } }),
    by('email_change_asked'),
  )
  const { id: changeId } = await w.database.withPlatform((db) =>
    db.selectFrom('email_changes').where('user_id', '=', userId).select('id').executeTakeFirstOrThrow(),
  )
  const mailedCode = makeCode(changeId, w.tools)
  const confirm = (code: string) => call(emailChanges.confirm, { ...changing, body: { code } })
  const wrongCode = mailedCode === '000000' ? '000001' : '000000'
  await expectOf(confirm(wrongCode), by('email_change_failed', { reason: 'invalid_code' }))
  await expectOf(confirm(mailedCode), by('email_changed'))
  const undoToken = makeUndoToken(changeId, w.tools)
  const undone = call(emailChanges.undo, { headers, params: { token: undoToken } })
  tokens.push((await expectOf(undone, by('email_change_undone'))).body.recovery)
  const link = randomToken()
  await w.database.withPlatform((db) =>
    db
      .insertInto('email_tokens')
      .values({
        token_hash: hashToken(link),
        purpose: 'recovery',
        user_id: userId,
        school_id: w.northside.id,
        utc_expires_on: new Date(Date.now() + minuteMs),
      })
      .execute(),
  )
  const chosen = { password: 'quintal-azul-42', repeatPassword: 'quintal-azul-42' }
  await expectOf(
    call(sessions.setNewPassword, { headers, params: { token: link }, body: chosen }),
    by('password_changed'),
  )

  const params = { schoolId: w.northside.id, userId }
  const given = { userId: w.northside.admin.userId, schoolId: w.northside.id }
  const as = { headers, as: w.northside.admin, params }
  await expectOf(call(students.updatePassword, { ...as, body: { password: 'quintal-roxo-42' } }), {
    event: 'student_password_changed',
    ...given,
  })
  tokens.push(
    (await expectOf(call(students.updateToken, as), { event: 'student_link_made', ...given })).body.student.token,
  )
  await expectOf(call(students.exportFile, as), { event: 'students_exported', ...given })
  await expectOf(call(purchaseList.exportFile, as), { event: 'purchases_exported', ...given })
  expect(lines.filter((line) => line.studentId === userId)).toHaveLength(2)

  const [kept, twin] = [await w.northside.make.student('Lia P.'), await w.northside.make.student('Lia Prado Dias')]
  const of = async (id: string) => {
    const { link } = await w.northside.tx((db) =>
      db.selectFrom('memberships').where('user_id', '=', id).select('link').executeTakeFirstOrThrow(),
    )
    return { headers, as: w.northside.admin, params: { schoolId: w.northside.id, link } }
  }
  const first = await of(kept.userId)
  const merging = call(merges.start, { ...first, body: { email: twin.email } })
  const { merge } = (await expectOf(merging, { event: 'students_merged', ...given })).body
  const undoing = call(merges.undo, { ...first, params: { ...first.params, id: merge.id } })
  await expectOf(undoing, { event: 'merge_undone', ...given })
  const contact = call(students.correct, { ...first, body: { name: 'Lia Prado', cellphone: '' } })
  await expectOf(contact, { event: 'student_contact_corrected', ...given })
  const correction = call(merges.correct, { ...first, body: { email: 'lia.certa@example.com' } })
  await expectOf(correction, { event: 'student_email_corrected', ...given })

  const denial = randomToken()
  await w.database.withPlatform((db) =>
    db
      .insertInto('email_tokens')
      .values({
        ...{
          token_hash: hashToken(denial),
          purpose: 'second_factor_denial',
          user_id: userId,
          school_id: w.northside.id,
        },
        utc_expires_on: new Date(Date.now() + minuteMs),
      })
      .execute(),
  )
  await expectOf(call(sessions.deny, { headers, params: { token: denial } }), by('addition_denied'))

  await w.addFactor(userId)
  await resetSecondFactor(email, { ...w.tools, platform: w.database, securityLog: new SecurityLog(app.http.log) })
  expect(lines.at(-1)).toMatchObject(by('second_factor_reset'))
  seen.add(lines.at(-1)!.event)

  expect([...securityEvents].filter((event) => !seen.has(event))).toEqual([])
  const secrets = [
    email,
    'lia.nova',
    `"${mailedCode}"`,
    password,
    'errada1senha',
    'quintal',
    secret,
    ...recoveryCodes,
    ...tokens,
  ]
  for (const kept of [...secrets, error.challenge!]) expect(text).not.toContain(kept)
})
