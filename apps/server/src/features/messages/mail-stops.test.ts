import { minuteMs } from '@escola/contract/durations'
import { platform } from '@escola/contract/platform.contract'
import { today } from '@escola/contract/today.contract'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { openSchool } from '../../core/scope.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueueDueJobs } from '../../jobs/scheduled-jobs.queries.ts'
import { createMailer } from '../../mail/mailer.ts'
import { MailTrouble } from '../../mail/refusals.ts'
import { listPending, runJob, runPending } from '../../testing/jobs.ts'
import { refusingMailServer } from '../../testing/refusing-mail-server.ts'
import { openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { type World, world } from '../../testing/world.ts'
import { recordRefusal, recordTaken } from './mail-stops.service.ts'
import { examineMail } from './mail-trouble.service.ts'
import { queueMessage } from './messages.service.ts'

let w: World
let next = 0
const paused = '554 5.7.1 sending paused for this account'

beforeEach(async () => {
  w = await world()
  await w.database.withPlatform(async (db) => {
    await db.deleteFrom('mail_stopped').execute()
    await db.deleteFrom('mail_refusals').execute()
    await db.deleteFrom('outbox').execute()
  })
  // Mail that an earlier test left waiting takes no part in the probes of this one.
  for (const school of made.splice(0)) await school.tx((db) => db.deleteFrom('due_jobs').execute())
})
const made: TestSchool[] = []

type TestSchool = Awaited<ReturnType<World['makeSchool']>>
type Kind = 'enrollment' | 'recovery' | 'purchase_access'

const write = async (school: TestSchool, kind: Kind = 'enrollment', name = 'Ana') => {
  const student = await school.make.student(name)
  const dedupeKey = `stops:${++next}`
  const params = kind === 'purchase_access' ? { code: 'HP1' } : {}
  const message = { userId: student.userId, kind, dedupeKey, params } as Parameters<typeof queueMessage>[1]
  await school.tx((db) => queueMessage(db, message, w.tools))
  const { id } = await school.tx((db) =>
    db.selectFrom('messages').select('id').where('dedupe_key', '=', dedupeKey).executeTakeFirstOrThrow(),
  )
  return { id, email: student.email }
}
const row = (school: TestSchool, id: string) =>
  school.tx((db) => db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const stops = () =>
  w.database.withPlatform((db) => db.selectFrom('mail_stopped').selectAll().orderBy('school_id').execute())
const schoolsOf = async (count: number) => {
  const schools = await Promise.all(Array.from({ length: count }, () => w.makeSchool(`Parada ${++next}`)))
  made.push(...schools)
  return schools
}

/** Starts a worker's work with a mail server that refuses for now; time is what the test says. */
async function begin(answers: Parameters<typeof refusingMailServer>[0] = { END: paused }) {
  const server = await refusingMailServer(answers)
  const own = { mailer: server.mailer, openSchool: (id: string) => openSchool(w.database, id) }
  let now = new Date()
  const running = () => ({ now, own })
  return {
    ...server,
    own,
    running,
    pass: (minutes: number) => (now = new Date(now.getTime() + minutes * minuteMs)),
    /** Delivers what waits in the outbox of these schools. */
    deliver: async (...list: TestSchool[]) => {
      for (const school of list)
        await runPending(w, school, { ...running(), only: [jobs.deliverMessages, jobs.deliverUrgentMessages] })
    },
    probe: (schoolId = '0') => runJob(w, undefined, jobs.probeMail, { schoolId }, running()),
    retry: (school: TestSchool) => runJob(w, school, jobs.retryMail, {}, running()),
  }
}

it('loses nothing of eight mails that a paused account refuses, and sends them all once it is open', async () => {
  const list = await schoolsOf(4)
  const mails = []
  for (const school of [...list, ...list]) mails.push({ school, ...(await write(school)) })
  const run = await begin()
  await run.deliver(...list)
  for (const { school, id } of mails) expect((await row(school, id)).status).toBe('pending')
  expect(await stops()).toMatchObject([{ school_id: '0', words: expect.stringContaining(paused) }])
  delete run.answers.END
  run.pass(2)
  await run.probe()
  expect(await stops()).toEqual([])
  for (const school of list) {
    await run.retry(school)
    await run.deliver(school)
  }
  expect(run.recipients.toSorted()).toEqual(mails.map(({ email }) => email).toSorted())
  for (const { school, id } of mails) expect((await row(school, id)).status).toBe('sent')
  expect(run.events.filter(({ result }) => result === 'stopped' || result === 'opened')).toMatchObject([
    { result: 'stopped', schoolId: '0' },
    { result: 'opened', schoolId: '0' },
  ])
})

it('stops all mail after five refusals from three schools, and not from two, nor with one acceptance between', async () => {
  const [a, b, c, d] = (await schoolsOf(4)) as [TestSchool, TestSchool, TestSchool, TestSchool]
  const run = await begin()
  const refuse = async (school: TestSchool) => {
    const { id } = await write(school)
    await runJob(w, school, jobs.deliverMessages, { messageIds: [id] }, run.running())
  }
  for (const school of [a, b, a, b]) await refuse(school)
  delete run.answers.END
  await refuse(d)
  run.answers.END = paused
  for (const school of [c, a, b, c]) await refuse(school)
  expect(await stops()).toEqual([])
  await refuse(d)
  expect(await stops()).toMatchObject([{ school_id: '0' }])
})

it('asks nothing of the server while mail is stopped but one mail a minute, however many ask', async () => {
  const list = await schoolsOf(3)
  const run = await begin()
  for (const school of [...list, ...list]) await write(school)
  await run.deliver(...list)
  expect(await stops()).toHaveLength(1)
  const tried = () => run.events.filter(({ result }) => result === 'later').length
  const before = tried()
  await write(list[0]!)
  await run.deliver(list[0]!)
  await run.probe()
  expect(tried()).toBe(before)
  run.pass(1.1)
  await Promise.all([run.probe(), run.probe(), run.probe()])
  expect(tried()).toBe(before + 1)
  run.pass(1.1)
  // A new mail may be the probe as well.
  await write(list[1]!)
  await run.deliver(list[1]!)
  await run.probe()
  expect(tried()).toBe(before + 2)
  const planned = (await listPending(w, undefined, [jobs.probeMail])).length
  expect(planned).toBeGreaterThan(0)
})

it('counts no probe against the address of its mail', async () => {
  const list = await schoolsOf(3)
  const run = await begin({ RCPT: '550 Sending quota exceeded' })
  const mails = []
  for (const school of [...list, ...list]) mails.push({ school, ...(await write(school)) })
  await run.deliver(...list)
  for (let minute = 0; minute < 20; minute++) {
    run.pass(1.1)
    await run.probe()
  }
  for (const { school, id } of mails) expect((await row(school, id)).status).toBe('pending')
})

it('stops the mail of one school alone, tells it on its Hoje, and lets others send', async () => {
  const [refused, other] = (await schoolsOf(2)) as [TestSchool, TestSchool]
  const run = await begin({ END: paused })
  for (let mail = 0; mail < 5; mail++) {
    await write(refused)
    await run.deliver(refused)
  }
  expect(await stops()).toMatchObject([{ school_id: refused.id }])
  delete run.answers.END
  await write(other)
  await run.deliver(other)
  expect(run.recipients).toHaveLength(1)
  const since = async (school: TestSchool) => (await w.call(today.get, { as: school.admin })).body.utc_mail_stopped_on
  expect([await since(refused), await since(other)]).toEqual([expect.any(String), null])
  run.pass(2)
  await run.probe(refused.id)
  expect(await since(refused)).toBeNull()
})

it('does not stop a school for one mail whose content is refused', async () => {
  const [school] = (await schoolsOf(1)) as [TestSchool]
  const run = await begin()
  const { id } = await write(school)
  for (let time = 0; time < 6; time++) {
    await run.deliver(school)
    run.pass(300)
    await run.retry(school)
  }
  expect(await stops()).toEqual([])
  expect((await row(school, id)).tries).toBeGreaterThan(4)
})

it('gives up what lost its worth while mail was stopped, and sends purchases first when it is open', async () => {
  const list = await schoolsOf(3)
  const [school] = list as [TestSchool]
  const run = await begin()
  for (const each of [...list, ...list]) await write(each)
  await run.deliver(...list)
  const recovery = await write(school, 'recovery')
  const plain = await write(school, 'enrollment')
  const bought = await write(school, 'purchase_access')
  // The newest one is tried by the probe.
  await write(school)
  await run.deliver(school)
  run.pass(31)
  await run.retry(school)
  expect(await row(school, recovery.id)).toMatchObject({ status: 'failed', outcome: 'too_late' })
  expect((await row(school, plain.id)).status).toBe('pending')
  delete run.answers.END
  await run.probe()
  await run.retry(school)
  const waiting = (await listPending(w, school, [jobs.deliverMessages, jobs.deliverUrgentMessages])).map(
    ({ payload }) => (payload as { messageIds: string[] }).messageIds,
  )
  expect(waiting[0]).toEqual([bought.id])
  expect(waiting.flat()).toContain(plain.id)
})

it('wakes the schools that wait as soon as mail is open', async () => {
  const list = await schoolsOf(3)
  const run = await begin()
  for (const school of [...list, ...list]) await write(school)
  // The first of them had been tried before mail was stopped, and learn it at their next try.
  await run.deliver(...list)
  await run.deliver(...list)
  await w.database.withPlatform((db) => enqueueDueJobs(db, 1000))
  expect(await listPending(w, list[0], [jobs.retryMail])).toHaveLength(0)
  delete run.answers.END
  run.pass(2)
  await run.probe()
  const due = await w.database.withPlatform((db) =>
    db.selectFrom('due_jobs').select('utc_due_on').where('name', '=', jobs.retryMail.name).execute(),
  )
  expect(due.length).toBeGreaterThanOrEqual(3)
  for (const { utc_due_on } of due) expect(utc_due_on.getTime()).toBeLessThanOrEqual(run.running().now.getTime())
})

it('describes to an operator what is stopped, what waits and what did not arrive, and nothing while all is well', async () => {
  const list = await schoolsOf(3)
  const tools = { platform: w.database, now: () => new Date(), openSchool: (id: string) => openSchool(w.database, id) }
  const describe = async () => {
    const own = new RegExp(`school (${list.map(({ id }) => id).join('|')}):`)
    return (await examineMail(tools)).trouble.filter((line) => own.test(line) || line.includes('stopped'))
  }
  expect(await describe()).toEqual([])
  const run = await begin()
  for (const school of [...list, ...list]) await write(school)
  await run.deliver(...list)
  await run.deliver(...list)
  run.answers.RCPT = '550 5.1.1 unknown'
  run.pass(2)
  await run.probe()
  const lines = await describe()
  expect(lines[0]).toMatch(/^mail of all schools has been stopped since .*sending paused/)
  expect(lines.filter((line) => line.endsWith('wait for another try'))).toHaveLength(3)
  expect(lines.filter((line) => line.endsWith('1 mails of the last 24 hours did not arrive'))).toHaveLength(1)
})

it('tells administrators of the platform on their list of schools, and no other user', async () => {
  const list = await schoolsOf(3)
  const run = await begin()
  for (const school of [...list, ...list]) await write(school)
  await run.deliver(...list)
  const asked = async (as: { token: string }) => (await w.call(platform.schools, { as, query: {} })).body.mail_stopped
  expect(await asked(await w.makePlatformPerson())).toEqual({
    words: expect.stringContaining(paused),
    utc_since: expect.any(String),
  })
  expect(await asked(list[0]!.admin)).toBeNull()
})

const deliveries = [jobs.deliverMessages, jobs.deliverUrgentMessages]
const later = new MailTrouble('later', new Error(paused))
const insertRefusals = (schoolIds: string[], values: { counts_for_all?: boolean; utc_refused_on?: Date } = {}) =>
  w.database.withPlatform((db) =>
    db
      .insertInto('mail_refusals')
      .values(schoolIds.map((school_id) => ({ school_id, mail: 'x', utc_refused_on: new Date(), ...values })))
      .execute(),
  )
const insertStop = (schoolId: string) =>
  w.database.withPlatform((db) =>
    db
      .insertInto('mail_stopped')
      .values({ school_id: schoolId, words: paused, utc_since: new Date(), utc_probe_on: new Date() })
      .execute(),
  )
/** The platform's handle, with one of its ways changed by the test. */
const platformWith = (ways: Partial<Pick<World['database'], 'readPlatform' | 'withPlatform'>>) =>
  ({
    readPlatform: w.database.readPlatform.bind(w.database),
    withPlatform: w.database.withPlatform.bind(w.database),
    ...ways,
  }) as World['database']

it('tries a mail again whose probe was cut off, and none of it is lost', async () => {
  const list = await schoolsOf(3)
  const mails = []
  for (const school of [...list, ...list]) mails.push({ school, ...(await write(school)) })
  const run = await begin()
  await run.deliver(...list)
  const ended = { ...run.running().own.mailer, send: () => Promise.reject(new Error('the worker ends')) }
  run.pass(2)
  const { now, own } = run.running()
  const cut = { now, own: { ...own, mailer: ended } }
  await expect(runJob(w, undefined, jobs.probeMail, { schoolId: '0' }, cut)).rejects.toThrow('the worker ends')
  delete run.answers.END
  run.pass(2)
  await run.probe()
  expect(await stops()).toEqual([])
  for (const pause of [0, 15]) {
    run.pass(pause)
    for (const school of list) {
      await run.retry(school)
      await run.deliver(school)
    }
  }
  for (const { school, id } of mails) expect((await row(school, id)).status).toBe('sent')
  expect(run.recipients.toSorted()).toEqual(mails.map(({ email }) => email).toSorted())
})

it('forgets the refusals of two schools whose mails are taken at once', async () => {
  const [a, b, other] = (await schoolsOf(3)) as [TestSchool, TestSchool, TestSchool]
  await insertRefusals([other.id, a.id, b.id])
  const run = await begin()
  const url = w.databaseUrl
  const held = await openTransaction(url, 'select from mail_refusals where school_id = $1 for update', [other.id])
  const tools = { platform: w.database, mailer: run.mailer, now: () => new Date() }
  const both = Promise.all([a, b].map(({ id }) => recordTaken({ schoolId: id }, undefined, tools)))
  await untilWaiting(url, 2)
  await held.commit()
  await both
  expect(run.events).toEqual([])
})

it('never fails for a mail that was taken, but tells the log', async () => {
  const run = await begin()
  const platform = platformWith({ withPlatform: () => Promise.reject(new Error('deadlock detected')) })
  await recordTaken({ schoolId: '1' }, '0', { platform, mailer: run.mailer, now: () => new Date() })
  expect(run.events).toEqual([{ result: 'unrecorded', words: 'deadlock detected' }])
})

it('costs a school nothing for refusals of another one, and forgets them after three days', async () => {
  const [refused, other] = (await schoolsOf(2)) as [TestSchool, TestSchool]
  await insertRefusals([refused.id], { counts_for_all: false })
  const run = await begin()
  let writes = 0
  const withPlatform: World['database']['withPlatform'] = (...args) => {
    writes += 1
    return w.database.withPlatform(...args)
  }
  await recordTaken({ schoolId: other.id }, undefined, {
    ...run,
    platform: platformWith({ withPlatform }),
    now: () => new Date(),
  })
  expect(writes).toBe(0)
  run.pass(3 * 24 * 60 + 1)
  await runJob(w, undefined, jobs.forgetPlatformMails, {}, run.running())
  expect(await w.database.withPlatform((db) => db.selectFrom('mail_refusals').selectAll().execute())).toEqual([])
})

it('sends purchases first, however many other mails have waited longer', async () => {
  const [school] = (await schoolsOf(1)) as [TestSchool]
  const { userId } = await school.make.student()
  const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs)
  const waiting = (kind: Kind, at: number, minutes: number) => ({
    user_id: userId,
    kind,
    dedupe_key: `many:${at}`,
    utc_try_on: ago(minutes),
    utc_worth_until: ago(-60),
  })
  const others = Array.from({ length: 1000 }, (_, at) => waiting('enrollment', at, 20))
  await school.tx((db) => db.insertInto('messages').values(others).execute())
  const bought = await school.tx((db) =>
    db
      .insertInto('messages')
      .values(waiting('purchase_access', 1000, 10))
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await (await begin()).retry(school)
  const [first] = await listPending(w, school, deliveries)
  expect(first!.payload).toEqual({ messageIds: [bought.id] })
})

it('makes the last try of a mail when its worth ends, and none once it is over', async () => {
  const [school] = (await schoolsOf(1)) as [TestSchool]
  const [ended, over] = [await write(school), await write(school)]
  const run = await begin({})
  for (const [{ id }, minutes] of [
    [ended, 2],
    [over, 6],
  ] as const) {
    const end = new Date(Date.now() - minutes * minuteMs)
    const values = { utc_try_on: end, utc_worth_until: end, tries: 3 }
    await school.tx((db) => db.updateTable('messages').set(values).where('id', '=', id).execute())
  }
  await run.retry(school)
  await run.deliver(school)
  expect((await row(school, ended.id)).status).toBe('sent')
  expect(await row(school, over.id)).toMatchObject({ status: 'failed', outcome: 'too_late' })
})

it('probes each minute while the server is away, though one school alone has met it', async () => {
  const [school] = (await schoolsOf(1)) as [TestSchool]
  const away = createMailer({ ...w.config, smtpUrl: 'smtp://127.0.0.1:1' })
  onTestFinished(() => away.close())
  const run = await begin({})
  run.own.mailer = away
  for (let mail = 0; mail < 5; mail++) {
    await write(school)
    await run.deliver(school)
  }
  for (let probe = 0; probe < 4; probe++) {
    run.pass(1.1)
    const { now } = run.running()
    await run.probe(school.id)
    const [stop] = await stops()
    expect(stop).toMatchObject({ school_id: school.id, utc_probe_on: new Date(now.getTime() + minuteMs) })
  }
})

it('counts bare refusals of mailboxes for their school from the third one of each', async () => {
  const [school] = (await schoolsOf(1)) as [TestSchool]
  const run = await begin({ RCPT: '550 sorry' })
  const mails = []
  for (let mail = 0; mail < 5; mail++) mails.push(await write(school))
  await run.deliver(school)
  run.pass(20)
  await run.retry(school)
  await run.deliver(school)
  expect(await stops()).toEqual([])
  run.pass(40)
  await run.retry(school)
  await run.deliver(school)
  expect(await stops()).toMatchObject([{ school_id: school.id }])
})

it('opens the mail of a school for which nothing waits, and of one that is gone', async () => {
  const [school] = (await schoolsOf(1)) as [TestSchool]
  const gone = '999999999999'
  const run = await begin()
  for (const id of [school.id, gone]) {
    await insertStop(id)
    run.pass(2)
    await run.probe(id)
    expect(await stops()).toEqual([])
  }
  // One whose mail waits stays stopped.
  await insertStop(school.id)
  await write(school)
  await write(school)
  await run.deliver(school)
  run.pass(2)
  await run.probe(school.id)
  expect(await stops()).toHaveLength(1)
})

it('calls for mail that began to wait while mail was opened', async () => {
  const [school] = (await schoolsOf(1)) as [TestSchool]
  const run = await begin({})
  await insertStop(school.id)
  await w.database.withPlatform((db) =>
    db
      .updateTable('mail_stopped')
      .set({ utc_probe_on: new Date(Date.now() + 10 * minuteMs) })
      .execute(),
  )
  const readPlatform = (async (...args: Parameters<World['database']['readPlatform']>) => {
    const rows = await w.database.readPlatform(...args)
    await w.database.withPlatform((db) => db.deleteFrom('mail_stopped').execute())
    return rows
  }) as World['database']['readPlatform']
  await write(school)
  const { now, own } = run.running()
  const opened = { now, own: { ...own, platform: platformWith({ readPlatform }) } }
  await runPending(w, school, { ...opened, only: deliveries })
  const due = await school.tx((db) => db.selectFrom('due_jobs').select('utc_due_on').execute())
  expect(due).toEqual([{ utc_due_on: now }])
})

it('tells once that mail is stopped, though two workers find it', async () => {
  const [school] = (await schoolsOf(1)) as [TestSchool]
  const run = await begin()
  const unaware = platformWith({ readPlatform: () => Promise.resolve([]) })
  for (let mail = 0; mail < 7; mail++)
    await recordRefusal({ schoolId: school.id, mail: `${mail}`, addressRefusals: 0 }, later, {
      ...run,
      platform: unaware,
      now: () => new Date(),
    })
  expect(run.events).toEqual([{ result: 'stopped', schoolId: school.id, words: paused }])
})
