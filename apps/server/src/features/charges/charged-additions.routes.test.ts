import { administrators } from '@escola/contract/administrators.contract'
import { bookmarks } from '@escola/contract/bookmarks.contract'
import { bulkChanges, type NewBulkChange } from '@escola/contract/bulk-changes.contract'
import { chargeMessages } from '@escola/contract/charges'
import { imports } from '@escola/contract/imports.contract'
import { learning } from '@escola/contract/learning.contract'
import { ledger } from '@escola/contract/ledger.contract'
import { merges } from '@escola/contract/merges.contract'
import { refusals } from '@escola/contract/refusals'
import { sessions } from '@escola/contract/sessions.contract'
import { students } from '@escola/contract/students.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import type { Person } from '../../testing/call.ts'
import { neverStops, runPending } from '../../testing/jobs.ts'
import { giveBalance, paying } from '../../testing/paying.ts'
import { type World, world } from '../../testing/world.ts'
import { giveGrants } from '../enrollments/enrollments.service.ts'
import { processImport } from '../imports/import-processing.service.ts'

let w: World
beforeAll(async () => {
  w = await world(paying)
})

/** A school with as many students as are free, or fewer. */
async function schoolWith(count: number) {
  const school = await w.makeSchool('Cobranças')
  const cohort = await school.make.cohort()
  const people = await Promise.all(Array.from({ length: count }, () => school.make.student()))
  await join(school, cohort.id, people)
  const statement = async () => (await w.call(ledger.statement, { as: school.admin })).body
  return { school, cohort, people, statement, balance: async () => (await statement()).bank.balance }
}
const join = (
  school: { tx: World['northside']['tx'] },
  cohortId: string,
  people: Person[],
  source = 'sale' as 'sale' | 'public-class',
) =>
  school.tx((db) =>
    giveGrants(
      db,
      people.map((person) => ({ cohortId, student: { ...person, cellphone: '' }, source })),
      w.tools,
    ),
  )

describe('an import', () => {
  it('by the old e-mail of a student who was merged costs nothing more', async () => {
    const { school, cohort, people } = await schoolWith(15)
    const as = school.admin
    const old = await school.make.student()
    const { link } = await school.tx((db) =>
      db.selectFrom('memberships').where('user_id', '=', people[0]!.userId).select('link').executeTakeFirstOrThrow(),
    )
    expect((await w.call(merges.start, { as, params: { link }, body: { email: old.email } })).status).toBe(200)
    const rows = [{ line: 1, name: 'Pessoa', email: old.email, cellphone: '' }]
    const checked = await w.call(imports.check, { as, body: { school_gateway_id: cohort.id, rows } })
    expect(checked.body).toMatchObject({ rows: [{ verdict: 'here' }], mails: 0, cost: '0.00', missing: '0.00' })
    const started = await w.call(imports.start, {
      as,
      query: { total: 1, filename: 'alunos.csv', school_gateway_id: cohort.id },
      file: { bytes: Buffer.from(JSON.stringify(rows)), filename: 'alunos.json' },
    })
    expect(started.status).toBe(202)
  })

  it('says what it costs and what is missing, and is all or nothing', async () => {
    const { school, cohort, people, balance } = await schoolWith(14)
    await giveBalance(school, 150)
    const rows = [
      people[0]!.email,
      'um@novo.example',
      'dois@novo.example',
      'tres@novo.example',
      'tres@novo.example',
    ].map((email, index) => ({ line: index + 1, name: 'Pessoa Nova', email, cellphone: '' }))
    const check = (asked = rows) =>
      w.call(imports.check, { as: school.admin, body: { school_gateway_id: cohort.id, rows: asked } })
    const start = (asked = rows) =>
      w.call(imports.start, {
        as: school.admin,
        query: { total: asked.length, filename: 'alunos.csv', school_gateway_id: cohort.id },
        file: { bytes: Buffer.from(JSON.stringify(asked)), filename: 'alunos.json' },
      })
    expect((await check()).body).toMatchObject({
      cost: '2.00',
      missing: '0.50',
      renewing: { cost: '2.00', missing: '0.50' },
    })
    expect((await check(rows.slice(0, 2))).body).toMatchObject({ cost: '0.00', missing: '0.00' })
    const forNewClass = await w.call(imports.check, { as: school.admin, body: { rows } })
    expect(forNewClass.body, 'a class that is not made yet').toMatchObject({ cost: '2.00', missing: '0.50' })
    expect(await start()).toMatchObject({
      status: 409,
      body: { code: 'balance_missing', fields: { file: chargeMessages.missing(200, 150) } },
    })
    expect(
      (await w.call(imports.list, { as: school.admin, query: { school_gateway_id: cohort.id } })).body.imports,
    ).toEqual([])
    await giveBalance(school, 50)
    const { body } = await start()
    await processImport(school, body.import.id, w.tools, neverStops)
    expect((await w.call(imports.get, { as: school.admin, params: { id: body.import.id } })).body.import).toMatchObject(
      {
        status: 'done',
        enrolled: 3,
      },
    )
    expect(await balance()).toBe('0.00')
  })
})

describe('an addition of many', () => {
  it('is refused as a whole before it begins, and is done as a whole once it has begun', async () => {
    const { school, balance } = await schoolWith(14)
    const cohort = await school.make.cohort()
    const people = await Promise.all([school.make.student(), school.make.student(), school.make.student()])
    const body: NewBulkChange = {
      action: 'add',
      school_gateway_id: cohort.id,
      user_ids: people.map(({ userId }) => userId),
    }
    const start = () => w.call(bulkChanges.start, { as: school.admin, body })
    expect(await start()).toMatchObject({
      status: 409,
      body: { code: 'balance_missing', fields: { user_ids: chargeMessages.missing(200, 0) } },
    })
    await giveBalance(school, 200)
    expect((await start()).status).toBe(202)
    // A charge that comes meanwhile does not stop it half way.
    await giveBalance(school, -150)
    await runPending(w, school, { only: [jobs.continueRun] })
    expect((await w.call(bulkChanges.latest, { as: school.admin })).body.bulk).toMatchObject({ changed: 3 })
    expect(await balance()).toBe('-1.50')
  })

  it('costs nothing for students that the class turns away', async () => {
    const { school, people, balance } = await schoolWith(15)
    const cohort = await school.make.cohort()
    await join(school, cohort.id, people.slice(0, 1))
    const fresh = [await school.make.student(), await school.make.student(), await school.make.student()]
    const set = (limits: { seats?: number | null; utc_enrolls_until?: Date }) =>
      school.tx((db) => db.updateTable('cohorts').set(limits).where('id', '=', cohort.id).execute())
    await set({ seats: 3 })
    const user_ids = [people[0]!, ...fresh].map(({ userId }) => userId)
    const start = () =>
      w.call(bulkChanges.start, { as: school.admin, body: { action: 'add', school_gateway_id: cohort.id, user_ids } })
    const quote = async () => {
      const body = { school_gateway_id: cohort.id, user_ids }
      return (await w.call(bulkChanges.quote, { as: school.admin, body })).body
    }
    expect((await start()).error.fields).toEqual({ user_ids: chargeMessages.missing(200, 0) })
    expect(await quote()).toMatchObject({ cost: '2.00', missing: '2.00' })
    await giveBalance(school, 200)
    expect(await quote()).toMatchObject({ cost: '2.00', missing: '0.00' })
    expect((await start()).status).toBe(202)
    await runPending(w, school, { only: [jobs.continueRun] })
    expect(await balance()).toBe('0.00')
    await set({ seats: null, utc_enrolls_until: new Date(0) })
    expect(await quote()).toMatchObject({ cost: '0.00', missing: '0.00' })
    const gone = { school_gateway_id: '999999', user_ids }
    expect((await w.call(bulkChanges.quote, { as: school.admin, body: gone })).error.fields).toEqual({
      school_gateway_id: refusals.cohortGone,
    })
    expect((await start()).status).toBe(202)
  })
})

describe('a text message', () => {
  it('is charged when it is queued, and leads to its student; without balance link and sign-in stay as they were', async () => {
    const { school, people, balance, statement } = await schoolWith(2)
    const [person] = people
    const ask = () =>
      w.call(students.resendLink, {
        as: school.admin,
        body: { email: person!.email, type: 'sms', cellphone: '+5511912345678' },
      })
    const tokenOf = () =>
      school.tx((db) =>
        db
          .selectFrom('memberships')
          .select(['access_token_hash', 'link'])
          .where('user_id', '=', person!.userId)
          .executeTakeFirstOrThrow(),
      )
    const { token } = (await w.call(students.updateToken, { as: school.admin, params: { userId: person!.userId } }))
      .body.student
    const opened = (await w.call(sessions.signInByToken, { body: { token } })).body
    const before = await tokenOf()
    expect(await ask()).toMatchObject({
      status: 409,
      body: { code: 'balance_missing', fields: { balance: chargeMessages.missing(75, 0) } },
    })
    expect(await tokenOf()).toEqual(before)
    expect((await w.call(bookmarks.mine, { as: opened, params: { schoolId: school.id } })).status).toBe(200)
    await giveBalance(school, 100)
    expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(200)
    expect(await balance()).toBe('0.25')
    expect((await statement()).movements.list[0]).toMatchObject({
      kind: 'sms',
      cents: -75,
      path: `/aluno/${before.link}`,
    })
  })
})

describe('text messages of one moment', () => {
  it('end sessions of students alone whose messages the balance is enough for', async () => {
    const { school, people, balance } = await schoolWith(6)
    await giveBalance(school, 150)
    const opened = await Promise.all(
      people.map(async ({ userId }) => {
        const { token } = (await w.call(students.updateToken, { as: school.admin, params: { userId } })).body.student
        return (await w.call(sessions.signInByToken, { body: { token } })).body
      }),
    )
    const asked = await Promise.all(
      people.map(({ email }) =>
        w.call(students.resendLink, { as: school.admin, body: { email, type: 'sms', cellphone: '+5511912345678' } }),
      ),
    )
    const statuses = asked.map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 200, 409, 409, 409, 409])
    const reads = await Promise.all(opened.map((as) => w.call(bookmarks.mine, { as, params: { schoolId: school.id } })))
    expect(reads.map(({ status }) => status)).toEqual(statuses.map((status) => (status === 200 ? 401 : 200)))
    expect(await balance()).toBe('0.00')
  })
})

describe('an administrator who is removed', () => {
  it('counts from then on as the student that they are, once', async () => {
    const { school, cohort, balance } = await schoolWith(15)
    const [teaching, other] = await Promise.all([school.make.admin(), school.make.admin()])
    await join(school, cohort.id, [teaching])
    const remove = ({ userId }: Person) =>
      w.call(administrators.remove, { as: school.admin, body: { user_id: userId } })
    expect((await remove(other)).status).toBe(200)
    expect(await balance()).toBe('0.00')
    expect((await remove(teaching)).status).toBe(200)
    expect((await remove(teaching)).status).toBe(404)
    expect(await balance()).toBe('-1.00')
    await join(school, cohort.id, [teaching])
    expect(await balance()).toBe('-1.00')
  })
})

describe('a student who came by themselves', () => {
  it('costs something from the first lesson, once', async () => {
    const { school, balance } = await schoolWith(15)
    const course = await school.make.course()
    const [cohort, reader] = await Promise.all([school.make.cohort({ courses: [course] }), school.make.student()])
    await join(school, cohort.id, [reader], 'public-class')
    const read = (as: Person, classLink?: string, isAhead?: boolean) =>
      w.call(learning.lesson, { as, params: { degreeLink: course.link }, body: { classLink, isAhead } })
    await read(reader)
    expect((await read(reader, course.lessons[0]!.link, true)).status).toBe(200)
    await read(school.admin, course.lessons[0]!.link)
    expect(await balance()).toBe('0.00')
    const opened = await Promise.all([1, 2, 3].map(() => read(reader, course.lessons[0]!.link)))
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await balance()).toBe('-1.00')
  })
})
