import { randomUUID } from 'node:crypto'
import { minuteMs } from '@escola/contract/durations'
import { formatDate } from '@escola/contract/time'
import type { Mailbox } from '@escola/dev-services/mailbox'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createMailer, type Mailer } from '../../mail/mailer.ts'
import { makeMessageToken } from '../../mail/message-token.ts'
import { hashToken } from '../../security/signatures.ts'
import { neverStops } from '../../testing/jobs.ts'
import { openMailbox } from '../../testing/open-mailbox.ts'
import { refusingMailServer } from '../../testing/refusing-mail-server.ts'
import { type World, world } from '../../testing/world.ts'
import { deliverMessages, failMessages } from './delivery.service.ts'
import type { NewMessage } from './message-kinds.ts'
import { queueMessage, queueMessageFor, queueMessages } from './messages.service.ts'
import { failMails } from './undelivered.service.ts'

let w: World
let mailbox: Mailbox
let mailer: Mailer
let next = 0

beforeAll(async () => {
  w = await world()
  ;({ mailbox, mailer } = await openMailbox(w))
})

const key = () => `test:${++next}`
const queue = async (message: NewMessage) => {
  await w.northside.tx((db) => queueMessage(db, message, w.tools))
  const { id } = await w.northside.tx((db) =>
    db.selectFrom('messages').select('id').where('dedupe_key', '=', message.dedupeKey).executeTakeFirstOrThrow(),
  )
  return id
}
const toolsFor = (by: Mailer) => ({ ...w.tools, platform: w.database, mailer: by })
const deliver = (ids: string[], by = mailer) => deliverMessages(w.northside, ids, toolsFor(by), neverStops)
const row = (id: string) =>
  w.northside.tx((db) => db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const mailsTo = async (address: string) =>
  Promise.all(mailbox.messages({ to: address }).map(async (mail) => (await mailbox.read(mail.id))!))
const setPassword = (userId: string) =>
  w.database.withPlatform((db) =>
    db.updateTable('users').set({ password_hash: 'a hash' }).where('id', '=', userId).execute(),
  )
const setUnprovenPassword = (userId: string) =>
  w.database.withPlatform((db) =>
    db
      .updateTable('users')
      .set({ password_hash: 'a hash of an outsider', utc_email_confirmed_on: null })
      .where('id', '=', userId)
      .execute(),
  )
const base = async () => {
  const { namespace } = await w.northside.tx((db) =>
    db.selectFrom('schools').select('namespace').executeTakeFirstOrThrow(),
  )
  return `http://localhost:3000/${namespace}`
}

describe('queueing', () => {
  it('writes a mail once for one key, with its job', async () => {
    const student = await w.northside.make.student()
    const dedupeKey = key()
    const id = await queue({ userId: student.userId, kind: 'recovery', dedupeKey })
    expect(await queue({ userId: student.userId, kind: 'recovery', dedupeKey })).toBe(id)
    const jobs = (await w.northside.pendingJobs()).filter(([, payload]) => JSON.stringify(payload).includes(`"${id}"`))
    expect(jobs).toEqual([['messages.deliver_now', { messageIds: [id] }]])
  })

  it('writes many in jobs of a hundred', async () => {
    const school = await w.makeSchool('Westside')
    const { userId } = school.student
    const recipients = Array.from({ length: 250 }, (_, index) => ({ userId, dedupeKey: `many:${index}` }))
    await school.tx((db) => queueMessages(db, { kind: 'invitation', params: {}, recipients }, w.tools))
    await school.tx((db) => queueMessages(db, { kind: 'invitation', params: {}, recipients }, w.tools))
    const sizes = (await school.pendingJobs()).map(
      ([, payload]) => (payload as { messageIds: string[] }).messageIds.length,
    )
    expect(sizes).toEqual([100, 100, 50])
  })

  it('writes for a school from outside of it', async () => {
    const school = await w.makeSchool('Outside')
    const message = { userId: school.student.userId, kind: 'activation', dedupeKey: 'from outside' } as const
    await w.database.withPlatform((db) => queueMessageFor(db, school.id, message))
    await w.database.withPlatform((db) => queueMessageFor(db, school.id, message))
    expect(await school.pendingJobs()).toHaveLength(1)
    expect(await w.riverside.pendingJobs()).toHaveLength(0)
  })
})

describe('delivering', () => {
  it.each([
    ['activation', 'activate', 'Confirme o seu e-mail em Northside'],
    ['invitation', 'welcome', 'Escolha sua senha para acessar Northside'],
    ['recovery', 'recover', 'Crie uma nova senha para Northside'],
  ] as const)('sends %s with a link that the platform knows', async (kind, page, subject) => {
    const student = await w.northside.make.student('Maria das Dores')
    if (kind === 'activation') await setUnprovenPassword(student.userId)
    const id = await queue({ userId: student.userId, kind, dedupeKey: key() })
    await deliver([id])
    const [mail] = await mailsTo(student.email)
    const token = makeMessageToken(w.config.secret, w.northside.id, id)
    expect(mail).toMatchObject({ subject, messageId: `<m-${w.northside.id}-${id}@localhost>` })
    expect(mail!.links).toContain(`${await base()}/${page}/${token}`)
    expect(mail!.text).toContain('Olá, Maria!')
    const kept = await w.database.withPlatform((db) =>
      db.selectFrom('email_tokens').selectAll().where('token_hash', '=', hashToken(token)).executeTakeFirstOrThrow(),
    )
    expect(kept).toMatchObject({ purpose: kind, user_id: student.userId, school_id: w.northside.id })
    expect(await row(id)).toMatchObject({ status: 'sent', last_error: null })
  })

  it.each([
    [false, 'welcome', 'Você foi convidado para administrar Northside'],
    [true, '', 'Você agora administra Northside'],
  ])('invites an administrator in words of its own (with a password: %s)', async (hasPassword, page, subject) => {
    const { userId, email } = await w.northside.make.admin()
    if (hasPassword) await setPassword(userId)
    const id = await queue({ userId, kind: 'invitation', dedupeKey: key(), params: { administrator: true } })
    await deliver([id])
    const [mail] = await mailsTo(email)
    const token = makeMessageToken(w.config.secret, w.northside.id, id)
    expect(mail).toMatchObject({ subject })
    expect(mail!.links).toContain(`${await base()}/${hasPassword ? '' : `${page}/${token}`}`)
    expect(mail!.text).toContain('cuidar dos cursos, das turmas e dos alunos')
  })

  it('names the class and its published courses', async () => {
    const student = await w.northside.make.student()
    const courses = [
      await w.northside.make.course({ title: 'Pães artesanais' }),
      await w.northside.make.course({ title: 'Ainda um segredo', published: false }),
    ]
    const cohort = await w.northside.make.cohort({ title: 'Turma de março', courses })
    await deliver([
      await queue({ userId: student.userId, kind: 'invitation', dedupeKey: key(), params: { cohortId: cohort.id } }),
    ])
    const [mail] = await mailsTo(student.email)
    expect(mail!.text).toContain('Turma: Turma de março\nCurso: Pães artesanais\n')
    expect(mail!.text).not.toContain('segredo')
  })

  it.each([
    ['all courses', { all: true }, 'Cursos: Aberto, Fechado\n'],
    ['the public courses', { isPublic: true }, 'Curso: Aberto\n'],
  ])('names what a class of %s opens', async (_, opens, line) => {
    const school = await w.makeSchool('Escola Toda')
    await school.make.course({ title: 'Fechado', is_private: true })
    await school.make.course({ title: 'Aberto' })
    await school.make.course({ title: 'Ainda um segredo', published: false })
    const cohort = await school.make.cohort({ title: 'Turma de março', ...opens })
    const { userId, email } = await school.make.student()
    const dedupeKey = key()
    const id = await school.tx(async (db) => {
      await queueMessage(db, { userId, kind: 'invitation', dedupeKey, params: { cohortId: cohort.id } }, w.tools)
      const written = db.selectFrom('messages').select('id').where('dedupe_key', '=', dedupeKey)
      return (await written.executeTakeFirstOrThrow()).id
    })
    await deliverMessages(school, [id], toolsFor(mailer), neverStops)
    const [mail] = await mailsTo(email)
    expect(mail!.text).toContain(`Turma: Turma de março\n${line}`)
  })

  it('tells a person who has a password that they have access, without a secret link', async () => {
    const student = await w.northside.make.student()
    await setPassword(student.userId)
    const id = await queue({ userId: student.userId, kind: 'invitation', dedupeKey: key() })
    await deliver([id])
    const [mail] = await mailsTo(student.email)
    expect(mail!.subject).toBe('Seu acesso a Northside está liberado')
    expect(mail!.links).toContain(`${await base()}/`)
    expect(mail!.html).not.toContain(makeMessageToken(w.config.secret, w.northside.id, id))
  })

  it('still lets a person choose a password while one that was typed for the e-mail is unproven', async () => {
    const student = await w.northside.make.student()
    await setUnprovenPassword(student.userId)
    const id = await queue({ userId: student.userId, kind: 'invitation', dedupeKey: key() })
    await deliver([id])
    const [mail] = await mailsTo(student.email)
    expect(mail!.links).toContain(`${await base()}/welcome/${makeMessageToken(w.config.secret, w.northside.id, id)}`)
  })

  it('says which certificate is ready', async () => {
    const student = await w.northside.make.student('Rui Dias')
    const course = await w.northside.make.course({ title: 'Bolos' })
    const certificate = await w.northside.make.certificate(course, student)
    const params = { certificateId: certificate.id }
    await deliver([await queue({ userId: student.userId, kind: 'certificate_ready', dedupeKey: key(), params })])
    const [mail] = await mailsTo(student.email)
    expect(mail!.subject).toBe('Seu certificado de Bolos está pronto')
    expect(mail!.links).toContain(`${await base()}/v/${certificate.code}`)
    expect(mail!.links).toContain(`${await base()}/certificados`)
    expect(mail!.html).toContain('Rui Dias')
    expect(mail!.text).toContain(
      `Certificado de: Rui Dias\nCurso: Bolos\nEmitido em: ${formatDate(new Date())}\nCódigo: ${certificate.code}`,
    )
  })

  it('says of a certificate that was erased meanwhile why it has no mail, and sends the others', async () => {
    const [student, other] = [await w.northside.make.student(), await w.northside.make.student()]
    const params = { certificateId: '999999' }
    const gone = await queue({ userId: student.userId, kind: 'certificate_ready', dedupeKey: key(), params })
    const good = await queue({ userId: other.userId, kind: 'recovery', dedupeKey: key() })
    await deliver([gone, good])
    expect(await row(gone)).toMatchObject({ status: 'failed', last_error: 'the certificate is there no more' })
    expect(await row(good)).toMatchObject({ status: 'sent' })
  })

  it('shows the school’s logo and the course’s cover by addresses that are open to all visitors', async () => {
    const school = await w.makeSchool('Bonita')
    const [wide, dark, cover] = [randomUUID(), randomUUID(), randomUUID()]
    const course = await school.make.course({ title: 'Pães' })
    await school.tx(async (db) => {
      await db.updateTable('courses').set({ cover_key: cover }).where('id', '=', course.id).execute()
      const logos = { logo_wide_key: wide, logo_dark_wide_key: dark }
      await db.updateTable('schools').set(logos).where('id', '=', school.id).execute()
    })
    const cohort = await school.make.cohort({ courses: [course] })
    const params = { cohortId: cohort.id }
    const message = { userId: school.student.userId, kind: 'enrollment', dedupeKey: 'a', params } as const
    await school.tx((db) => queueMessage(db, message, w.tools))
    const { id } = await school.tx((db) => db.selectFrom('messages').select('id').executeTakeFirstOrThrow())
    await deliverMessages(school, [id], toolsFor(mailer), neverStops)
    const [mail] = await mailsTo(school.student.email)
    const pictures = [...mail!.html.matchAll(/<img[^>]* src="([^"]+)" alt="([^"]*)"/g)].map(([, ...found]) => found)
    const at = (key: string, width: number) => `${w.config.publicUrl}/api/school/${school.id}/image/${key}?w=${width}`
    expect(pictures).toEqual([
      [at(wide, 480), 'Bonita'],
      [at(dark, 480), 'Bonita'],
      [at(cover, 1120), ''],
    ])
  })

  it('sends once, however often it runs', async () => {
    const student = await w.northside.make.student()
    const id = await queue({ userId: student.userId, kind: 'recovery', dedupeKey: key() })
    await deliver([id])
    await deliver([id])
    expect((await mailsTo(student.email)).map((mail) => mail.deliveries)).toEqual([1])
  })

  it('repeats a mail that was cut off with the same Message-ID and link', async () => {
    const student = await w.northside.make.student()
    const id = await queue({ userId: student.userId, kind: 'recovery', dedupeKey: key() })
    await deliver([id])
    const [first] = await mailsTo(student.email)
    await w.northside.tx((db) => db.updateTable('messages').set({ status: 'sending' }).where('id', '=', id).execute())
    await deliver([id])
    const again = await mailsTo(student.email)
    expect(again.map((mail) => mail.deliveries)).toEqual([2])
    expect(again[0]!.links).toEqual(first!.links)
  })

  it('stops a run that another one took over from: only the mail it was at is sent twice', async () => {
    const students = [
      await w.northside.make.student(),
      await w.northside.make.student(),
      await w.northside.make.student(),
    ]
    const ids: string[] = []
    for (const { userId } of students) ids.push(await queue({ userId, kind: 'recovery', dedupeKey: key() }))
    let isPaused = () => {}
    let goOn = () => {}
    const paused = new Promise<void>((resolve) => (isPaused = resolve))
    const gate = new Promise<void>((resolve) => (goOn = resolve))
    const slow: Mailer = {
      ...mailer,
      send: async (mail) => {
        isPaused()
        await gate
        await mailer.send(mail)
      },
    }
    const first = deliver(ids, slow)
    await paused
    await deliver(ids)
    goOn()
    await first
    const deliveries = await Promise.all(students.map(async ({ email }) => (await mailsTo(email))[0]?.deliveries))
    expect(deliveries).toEqual([2, 1, 1])
  })

  it('gives a link its whole life from the sending that arrives', async () => {
    const student = await w.northside.make.student()
    const id = await queue({ userId: student.userId, kind: 'recovery', dedupeKey: key() })
    await deliver([id])
    const hash = hashToken(makeMessageToken(w.config.secret, w.northside.id, id))
    const past = new Date(Date.now() - minuteMs)
    await w.database.withPlatform((db) =>
      db.updateTable('email_tokens').set({ utc_expires_on: past }).where('token_hash', '=', hash).execute(),
    )
    await w.northside.tx((db) => db.updateTable('messages').set({ status: 'sending' }).where('id', '=', id).execute())
    await deliver([id])
    const { utc_expires_on } = await w.database.withPlatform((db) =>
      db.selectFrom('email_tokens').selectAll().where('token_hash', '=', hash).executeTakeFirstOrThrow(),
    )
    expect(utc_expires_on.getTime()).toBeGreaterThan(Date.now() + 29 * minuteMs)
  })

  it('invites instead of activating when the password that was typed is there no more', async () => {
    const student = await w.northside.make.student()
    await w.database.withPlatform((db) =>
      db
        .updateTable('users')
        .set({ password_hash: null, utc_email_confirmed_on: null })
        .where('id', '=', student.userId)
        .execute(),
    )
    const id = await queue({ userId: student.userId, kind: 'activation', dedupeKey: key() })
    await deliver([id])
    const [mail] = await mailsTo(student.email)
    expect(mail!.links).toContain(`${await base()}/welcome/${makeMessageToken(w.config.secret, w.northside.id, id)}`)
  })

  it('lets nothing that a person typed become markup', async () => {
    const school = await w.makeSchool('Spoof')
    const name = '<img src=x onerror=alert(1)> Ltda'
    await school.tx((db) => db.updateTable('schools').set({ name }).where('id', '=', school.id).execute())
    await school.tx((db) =>
      queueMessage(db, { userId: school.student.userId, kind: 'recovery', dedupeKey: 'a' }, w.tools),
    )
    const { id } = await school.tx((db) => db.selectFrom('messages').select('id').executeTakeFirstOrThrow())
    await deliverMessages(school, [id], toolsFor(mailer), neverStops)
    const [mail] = await mailsTo(school.student.email)
    expect(mail!.html).toContain('&lt;img src=x onerror=alert(1)&gt; Ltda')
    expect(mail!.html).not.toContain('<img')
  })
})

describe('a mail server with troubles', () => {
  /** Refuses a recipient named "refused" as unknown, "perhaps" without a class and "later" for now. */
  const grumpy = () =>
    refusingMailServer({
      RCPT: (address) => {
        if (address.startsWith('refused')) return '550 5.1.1 no such mailbox'
        if (address.startsWith('perhaps')) return '550 sorry'
        return address.startsWith('later') ? '451 4.2.1 try again' : undefined
      },
    })
  const queueFor = async (name: string, kind: 'recovery' | 'enrollment' = 'enrollment') => {
    const student = await w.northside.make.student(name)
    return { student, id: await queue({ userId: student.userId, kind, dedupeKey: key() }) }
  }
  /** Delivers at a moment some minutes from now. */
  const deliverIn = (minutes: number, ids: string[], by: Mailer) =>
    deliverMessages(
      w.northside,
      ids,
      { ...toolsFor(by), now: () => new Date(Date.now() + minutes * minuteMs) },
      neverStops,
    )

  it('keeps why an address is refused, asks no more, and goes on with the others', async () => {
    const { mailer: by, recipients } = await grumpy()
    const refused = await queueFor('refused')
    const good = await queueFor('good')
    await deliver([refused.id, good.id], by)
    const failed = {
      status: 'failed',
      outcome: 'address_refused',
      last_error: expect.stringContaining('no such mailbox'),
    }
    expect(await row(refused.id)).toMatchObject(failed)
    expect(await row(good.id)).toMatchObject({ status: 'sent' })
    await deliver([refused.id, good.id], by)
    expect(recipients).toHaveLength(1)
  })

  it('tries a mailbox that is full for now again in a moment, after the others', async () => {
    const { mailer: by } = await grumpy()
    const deferred = await queueFor('later')
    const good = await queueFor('good')
    await deliver([deferred.id, good.id], by)
    expect((await row(good.id)).status).toBe('sent')
    expect(await row(deferred.id)).toMatchObject({ status: 'pending', tries: 1, utc_try_on: null })
    const [, soon] = (await w.northside.pendingJobs()).at(-1)!
    expect(soon).toEqual({ messageIds: [deferred.id] })
    await deliver([deferred.id])
    expect((await row(deferred.id)).status).toBe('sent')
  })

  it('takes a refusal without a class for the address after three tries in an hour', async () => {
    const { mailer: by } = await grumpy()
    const { id } = await queueFor('perhaps')
    const good = await queueFor('good')
    const waits = async () => Math.round(((await row(id)).utc_try_on!.getTime() - Date.now()) / minuteMs)
    await deliver([id, good.id], by)
    expect([(await row(id)).status, await waits()]).toEqual(['pending', 20])
    await deliverIn(20, [id], by)
    expect([(await row(id)).status, await waits()]).toEqual(['pending', 60])
    await deliverIn(60, [id], by)
    expect(await row(id)).toMatchObject({ status: 'failed', outcome: 'address_refused' })
  })

  it('tries a mail that was put off no sooner, though its job runs again', async () => {
    const { mailer: by } = await grumpy()
    const { id } = await queueFor('perhaps')
    for (let run = 0; run < 4; run++) await deliver([id], by)
    expect(await row(id)).toMatchObject({ status: 'pending', tries: 1, address_refusals: 1 })
  })

  it.each([
    ['recovery', 30],
    ['enrollment', 3 * 24 * 60],
  ] as const)(
    'tries %s for %i minutes, the last time at their end, and says then that it was too late',
    async (kind, worth) => {
      const { mailer: by, answers, events } = await refusingMailServer({ END: '554 5.7.1 sending paused' })
      const { id } = await queueFor('late', kind)
      const other = await queueFor('other')
      await deliver([id], by)
      let minutes = 0
      for (let tries = 1; (await row(id)).status === 'pending'; tries++) {
        expect(tries).toBeLessThan(40)
        const { utc_try_on, utc_worth_until } = await row(id)
        minutes = ((utc_try_on ?? new Date()).getTime() - Date.now()) / minuteMs
        expect(utc_try_on! <= utc_worth_until!).toBe(true)
        // A mail that is taken between keeps the others going.
        delete answers.END
        await deliver([(await queueFor('between')).id], by)
        answers.END = '554 5.7.1 sending paused'
        await deliverIn(minutes + 0.001, [id], by)
      }
      expect(Math.round(minutes)).toBe(worth)
      expect(await row(id)).toMatchObject({ status: 'failed', outcome: 'too_late' })
      expect(events).toContainEqual({ result: 'given_up', mail: `${w.northside.id}-${id}` })
      await deliver([other.id])
    },
  )

  it('asks for another try when the server is away, for all mails of the run', async () => {
    const away = createMailer({ ...w.config, smtpUrl: 'smtp://127.0.0.1:1' })
    onTestFinished(() => away.close())
    const [one, two] = [await queueFor('patient'), await queueFor('quiet')]
    await deliver([one.id, two.id], away)
    expect([await row(one.id), await row(two.id)]).toMatchObject([
      { status: 'pending', tries: 1 },
      { status: 'pending', tries: 1 },
    ])
    await deliver([one.id, two.id])
    expect(await mailsTo(one.student.email)).toHaveLength(1)
  })

  it('leaves a mail that another run has taken to that run, and lists no mail as undelivered that was sent', async () => {
    const { id } = await queueFor('taken')
    const byRun = (runId: string) =>
      failMails(w.northside, [id], { outcome: 'too_late', reason: undefined, runId }, toolsFor(mailer))
    const late: Mailer = {
      ...mailer,
      send: async (mail) => {
        await byRun(randomUUID())
        expect((await row(id)).status).toBe('sending')
        await failMessages(w.northside, [id], 'another job gave it up', toolsFor(mailer))
        await mailer.send(mail)
      },
    }
    await deliver([id], late)
    expect(await row(id)).toMatchObject({ status: 'sent', outcome: null, utc_undelivered_on: null })
  })

  it('says that it failed when the last try of the job has', async () => {
    const { id } = await queueFor('unlucky')
    await failMessages(w.northside, [id], 'the server is away', toolsFor(mailer))
    expect(await row(id)).toMatchObject({ status: 'failed', outcome: 'unsent', last_error: 'the server is away' })
  })
})

it("leads to the school's own domain while that leads here, and to the platform's address else", async () => {
  const school = await w.makeSchool('Domínio')
  const domain = 'cursos.dominio.example'
  const linkWith = async (values: object) => {
    await w.database.withPlatform((db) =>
      db
        .updateTable('schools')
        .set({ domain, namespace: 'dominio', ...values })
        .where('id', '=', school.id)
        .execute(),
    )
    const { userId, email } = await school.make.student()
    await school.tx((db) => queueMessage(db, { userId, kind: 'recovery', dedupeKey: key() }, w.tools))
    const [[, payload]] = (await school.pendingJobs()).slice(-1) as [[string, { messageIds: string[] }]]
    await deliverMessages(school, payload.messageIds, toolsFor(mailer), neverStops)
    const [mail] = await mailsTo(email)
    return mail!.links.find((link) => link.includes('/recover/'))!.replace(/recover\/.*/, '')
  }
  expect(await linkWith({ use_own_domain: true })).toBe(`https://${domain}/`)
  expect(await linkWith({ use_own_domain: true, is_domain_broken: true })).toBe('http://localhost:3000/dominio/')
  expect(await linkWith({ use_own_domain: false, is_domain_broken: false })).toBe('http://localhost:3000/dominio/')
})
