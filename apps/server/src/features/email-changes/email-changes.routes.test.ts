import { accounts } from '@escola/contract/accounts.contract'
import { cohorts } from '@escola/contract/cohorts.contract'
import { dayMs, minuteMs } from '@escola/contract/durations'
import { emailChangeLimits, emailChangeTexts } from '@escola/contract/email-changes.contract'
import { merges, mergeTexts } from '@escola/contract/merges.contract'
import { ownData } from '@escola/contract/own-data.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { hashToken, randomToken } from '../../security/signatures.ts'
import { stopClock } from '../../testing/clock.ts'
import { openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { type World, world } from '../../testing/world.ts'
import { sellersOf } from '../sales/sales.testing.ts'
import { eraseMember } from '../students/students.service.ts'
import { emailSteps, newEmail } from './email-changes.testing.ts'
import { makeCode } from './email-secrets.ts'

let w: World
let steps: Awaited<ReturnType<typeof emailSteps>>
beforeAll(async () => {
  w = await world()
  steps = await emailSteps(w)
})

const inDays = (days: number) => new Date(Date.now() + days * dayMs)
const memberEmails = async ({ userId }: { userId: string }) =>
  (
    await Promise.all(
      [w.northside, w.riverside].map(({ tx }) =>
        tx((db) =>
          db.selectFrom('memberships').where('user_id', '=', userId).select(['email', 'access_token_hash']).execute(),
        ),
      ),
    )
  ).flat()
const isSignedIn = async (as: { token: string }) => (await w.call(sessions.devices, { as })).status === 200
const setSession = ({ sessionId }: { sessionId: string }, set: { school_id?: string; utc_proven_on?: null }) =>
  w.database.withPlatform((db) => db.updateTable('sessions').set(set).where('id', '=', sessionId).execute())
const askedOf = ({ userId }: { userId: string }) =>
  w.database.withPlatform((db) =>
    db.selectFrom('email_changes').where('user_id', '=', userId).selectAll().executeTakeFirstOrThrow(),
  )

describe('a user changes their e-mail', () => {
  it('by a code from the new mailbox, and every school, session and link follows', async () => {
    const lia = await w.northside.make.student('Lia Prado')
    await w.riverside.make.membership(lia)
    const other = await steps.openSession(lia)
    const weak = await steps.openSession(lia, w.northside.id)
    const recovery = randomToken()
    await w.database.withPlatform(async (db) => {
      const row = { purpose: 'recovery', user_id: lia.userId, school_id: w.northside.id, utc_expires_on: inDays(1) }
      await db
        .insertInto('email_tokens')
        .values({ ...row, token_hash: hashToken(recovery) })
        .execute()
    })
    await w.northside.tx((db) =>
      db.updateTable('memberships').set({ access_token_hash: 'link' }).where('user_id', '=', lia.userId).execute(),
    )
    await w.northside.tx((db) =>
      db
        .insertInto('access_api_tokens')
        .values({ token_hash: randomToken(), user_id: lia.userId, is_single_use: false, utc_expires_on: inDays(1) })
        .execute(),
    )
    const email = newEmail()
    expect((await steps.ask(lia, ` ${email.toUpperCase()} `)).status).toBe(200)
    expect(await steps.emailOf(lia)).toBe(lia.email)
    const code = await steps.codeIn(email)
    const answer = await steps.confirm(lia, `${code.slice(0, 3)} ${code.slice(3)}`)
    expect([answer.status, answer.body]).toEqual([200, { user: { email } }])
    expect(await steps.emailOf(lia)).toBe(email)
    expect(await memberEmails(lia)).toEqual(Array(2).fill({ email, access_token_hash: null }))
    expect([await isSignedIn(lia), await isSignedIn(other), await isSignedIn(weak)]).toEqual([true, false, false])
    const link = await w.call(sessions.mailedLink, { params: { token: recovery } })
    expect(link.body.link.state).toBe('used')
    // A code is good once.
    expect((await steps.confirm(lia, code)).error.code).toBe('email_code_over')

    await steps.work({ times: 2 })
    const tokens = await w.northside.tx((db) =>
      db.selectFrom('access_api_tokens').where('user_id', '=', lia.userId).selectAll().execute(),
    )
    expect(tokens).toEqual([])
    const [mail] = (await steps.mailsTo(lia.email)).filter(({ subject }) => subject.includes('alterado'))
    expect(mail!.text).toContain('Novo e-mail: n•••@example.com')
    expect(mail!.text).not.toContain(email)
    expect(mail!.text).toContain('--\nNorthside\n')
    const copy = await w.call(ownData.copy, { as: lia })
    expect(copy.body).toMatchObject({ email_changes: [{ old_email: lia.email, new_email: email }] })
  })

  it('in a session of their own alone, after a proof, by the second factor where there is one', async () => {
    const [lia, weak, unproven] = await Promise.all([0, 1, 2].map(() => w.northside.make.student('Lia Prado')))
    await w.addFactor(lia!.userId)
    await setSession(weak!, { school_id: w.northside.id })
    await setSession(unproven!, { utc_proven_on: null })
    const codes = async (as: { token: string }) => [
      (await steps.ask(as, newEmail())).error.code,
      (await steps.confirm(as, '123456')).error.code,
    ]
    expect(await codes(lia!)).toEqual(Array(2).fill('factor_proof_needed'))
    expect(await codes(weak!)).toEqual(Array(2).fill('school_session_only'))
    expect(await codes(unproven!)).toEqual(Array(2).fill('proof_needed'))
  })

  it('as an administrator of the platform who belongs to no school', async () => {
    const vera = await w.makePlatformPerson()
    await w.database.withPlatform((db) =>
      db.updateTable('sessions').set({ utc_factor_proven_on: new Date() }).where('id', '=', vera.sessionId).execute(),
    )
    const [former, email] = [await steps.emailOf(vera), newEmail()]
    expect((await steps.change(vera, email)).body).toEqual({ user: { email } })
    await steps.work()
    expect((await steps.mailsTo(former)).map(({ text }) => text.includes('--\nEscola\n'))).toEqual([true])
  })

  it('to none that belongs to an account: the answer is the same, and that mailbox is told', async () => {
    const lia = await w.northside.make.student('Lia Prado')
    const owner = await w.northside.make.student('Dona Teresa')
    const [free, taken] = [await steps.ask(lia, newEmail()), await steps.ask(lia, owner.email)]
    const withoutLength = ({ status, body }: typeof free) => ({ status, body })
    expect(withoutLength(taken)).toEqual(withoutLength(free))
    await steps.work()
    const [mail, ...others] = await steps.mailsTo(owner.email)
    expect(others).toEqual([])
    expect(mail!.subject).toBe('Este e-mail já tem uma conta')
    expect(mail!.text).not.toMatch(/Lia|Teresa|Código/)
    // Not even a code that was guessed takes it.
    const guessed = await steps.confirm(lia, makeCode((await askedOf(lia)).id, w.tools))
    expect(guessed.error).toMatchObject({ code: 'email_taken', fields: { code: emailChangeTexts.taken } })
    expect(await steps.emailOf(lia)).toBe(lia.email)
    expect((await steps.ask(lia, lia.email)).error.fields).toEqual({ email: emailChangeTexts.sameEmail })
  })

  it('with few guesses of a code, for half an hour', async () => {
    stopClock()
    const lia = await w.northside.make.student('Lia Prado')
    const email = newEmail()
    await steps.ask(lia, email)
    const code = await steps.codeIn(email)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let guess = 0; guess < emailChangeLimits.wrongCodes; guess++)
      expect((await steps.confirm(lia, wrong)).error.code).toBe('invalid_code')
    expect((await steps.confirm(lia, code)).error.code).toBe('email_code_over')
    // Another is mailed at once, for the first is worth nothing; then none for a minute.
    await steps.ask(lia, email)
    await steps.ask(lia, email)
    await steps.work()
    expect(await steps.mailsTo(email)).toHaveLength(2)
    const { id } = await askedOf(lia)
    const asked = { utc_asked_on: new Date(Date.now() - emailChangeLimits.codeMinutes * minuteMs - 1) }
    await w.database.withPlatform((db) => db.updateTable('email_changes').set(asked).where('id', '=', id).execute())
    expect((await steps.confirm(lia, makeCode(id, w.tools))).error.code).toBe('email_code_over')
    expect(await steps.emailOf(lia)).toBe(lia.email)
  })

  it('to an address that two users want at the same moment: one of them gets it', async () => {
    const users = await Promise.all([0, 1].map(() => w.northside.make.student('Lia Prado')))
    const email = newEmail()
    for (const user of users) await steps.ask(user, email)
    const codes = await Promise.all(users.map(async (user) => makeCode((await askedOf(user)).id, w.tools)))
    // Both have looked whose it is before either has it.
    const taking = await openTransaction(w.databaseUrl, `insert into users (email) values ($1)`, [email])
    const answers = Promise.all(users.map((user, index) => steps.confirm(user, codes[index]!)))
    await untilWaiting(w.databaseUrl, 2)
    await taking.rollback()
    expect((await answers).map(({ status }) => status).sort()).toEqual([200, 409])
    const emails = await Promise.all(users.map(steps.emailOf))
    expect(emails.filter((each) => each === email)).toHaveLength(1)
  })

  it('never while the account is being deleted, nor is it deleted while the change may be undone', async () => {
    const [lia, ana] = [await w.northside.make.student('Lia Prado'), await w.northside.make.student('Ana Souza')]
    await w.call(ownData.askDeletion, { as: lia })
    expect((await steps.ask(lia, newEmail())).error.code).toBe('deletion_pending')
    const email = newEmail()
    await steps.ask(ana, email)
    const code = await steps.codeIn(email)
    await w.database.withPlatform((db) =>
      db
        .insertInto('account_deletions')
        .values({ user_id: ana.userId, utc_asked_on: new Date(), utc_due_on: inDays(7) })
        .execute(),
    )
    expect((await steps.confirm(ana, code)).error.code).toBe('deletion_pending')
    await w.call(ownData.takeDeletionBack, { as: ana })
    expect((await steps.confirm(ana, code)).status).toBe(200)
    expect((await w.call(ownData.askDeletion, { as: ana })).error.code).toBe('email_changed_lately')
    await steps.work({ at: inDays(8) })
    expect((await w.call(ownData.askDeletion, { as: ana })).status).toBe(200)
  })
})

describe('the old e-mail', () => {
  it('leads to its user for seven days, and is free for no other', async () => {
    const lia = await w.northside.make.student('Lia Prado')
    const email = newEmail()
    await steps.change(lia, email)
    const cohort = await w.riverside.make.cohort()
    const added = await w.call(cohorts.addStudent, {
      as: w.riverside.admin,
      params: cohort,
      body: { name: 'Lia Prado', email: lia.email },
    })
    expect(added.body.student.email).toBe(email)
    expect(await memberEmails(lia)).toHaveLength(2)
    // A school can't make them go on as themselves.
    const corrected = await w.call(merges.correct, {
      as: w.riverside.admin,
      params: {
        link: (
          await w.riverside.tx((db) =>
            db.selectFrom('memberships').where('user_id', '=', lia.userId).select('link').executeTakeFirstOrThrow(),
          )
        ).link,
      },
      body: { email: lia.email },
    })
    expect(corrected.error.fields).toEqual({ email: mergeTexts.same })
    const signUp = () =>
      w.call(accounts.signUpStudent, {
        params: { schoolId: w.northside.id },
        body: { name: 'Outra Pessoa', email: lia.email, password: 'quintal-verde-42', disclosure: true },
      })
    expect((await signUp()).error.code).toBe('email_taken')
    const other = await w.northside.make.student('Outra Pessoa')
    await steps.ask(other, lia.email)
    const guessed = await steps.confirm(other, makeCode((await askedOf(other)).id, w.tools))
    expect(guessed.error.code).toBe('email_taken')
    await steps.work({ at: inDays(6) })
    expect((await signUp()).error.code).toBe('email_taken')
    await steps.work({ at: inDays(8), times: 2 })
    expect((await signUp()).status).toBe(201)
    expect(await steps.emailOf(lia)).toBe(email)
  })

  it('of a buyer: their sales follow, a later charge of the subscription finds them, and a new sale the mailbox’s owner', async () => {
    const seller = await sellersOf(w).makeSeller()
    const approve = async (transaction: string, more: object = {}) => {
      await seller.hotmart('PURCHASE_APPROVED', { transaction, subscription: 'SUB1', ...more })
      await seller.work()
    }
    await approve('HP1')
    const [member] = await seller.tx((db) =>
      db.selectFrom('memberships').where('email', '=', seller.email).select('user_id as userId').execute(),
    )
    const buyer = { ...member!, ...(await steps.openSession(member!)) }
    const email = newEmail()
    await steps.change(buyer, email)
    await steps.work()
    const salesOf = (address: string) =>
      seller.tx((db) =>
        db
          .selectFrom('sales')
          .where((is) => is.or([is('corrected_email', '=', address), is('buyer_email', '=', address)]))
          .select(['transaction_code', 'buyer_email', 'corrected_email'])
          .orderBy('id')
          .execute(),
      )
    expect(await salesOf(email)).toMatchObject([{ transaction_code: 'HP1', corrected_email: email }])
    await approve('HP2')
    await approve('HP3', { subscription: undefined })
    expect(await seller.members()).toEqual([email])
    await steps.work({ at: inDays(8), times: 2 })
    await steps.work({ times: 2 })
    expect(await salesOf(email)).toHaveLength(3)
    // The address is free now. The subscription goes on for its student, and a new sale is that of the mailbox's user.
    await approve('HP4')
    expect(await seller.members()).toEqual([email])
    await approve('HP5', { subscription: undefined })
    expect((await seller.members()).sort()).toEqual([email, seller.email].sort())

    await seller.tx((db) => eraseMember(db, seller.id, { user_id: buyer.userId }, w.tools))
    const left = await salesOf(seller.email)
    expect(left.map(({ transaction_code }) => transaction_code)).not.toContain('HP1')
    expect(await salesOf(email)).toEqual([])
  })
})
