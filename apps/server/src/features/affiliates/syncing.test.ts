import { affiliateLimits, affiliates } from '@escola/contract/affiliates.contract'
import { courses } from '@escola/contract/courses.contract'
import { schools } from '@escola/contract/schools.contract'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { openSchool, type School } from '../../core/scope.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { runEditionJobs } from '../../testing/franchise.ts'
import { runJob } from '../../testing/jobs.ts'
import { type World, world } from '../../testing/world.ts'
import { makeAffiliate, makeFranchisor } from './affiliates.testing.ts'
import { writeOffers } from './offers.service.ts'
import { syncAffiliate } from './syncing.service.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

async function makePair() {
  const franchisor = await makeFranchisor(w)
  const affiliate = await makeAffiliate(w)
  const plan = await franchisor.createPlan()
  await franchisor.invite(plan.id, affiliate)
  const rows = async () => ({
    here: await franchisor.tx((db) =>
      db.selectFrom('affiliates').selectAll().where('affiliate_id', '=', affiliate.id).executeTakeFirstOrThrow(),
    ),
    there: await affiliate.tx((db) => db.selectFrom('franchisors').selectAll().executeTakeFirst()),
  })
  const notices = () =>
    affiliate.tx((db) => db.selectFrom('admin_notices').select(['kind', 'subject_id']).orderBy('id').execute())
  const askAgain = async () => {
    await franchisor.tx((db) =>
      db
        .updateTable('affiliates')
        .set({ plan_id: plan.id, invitation: 2, utc_removed_on: null, utc_approved_on: null, utc_declined_on: null })
        .where('affiliate_id', '=', affiliate.id)
        .execute(),
    )
  }
  return { franchisor, affiliate, plan, rows, notices, askAgain }
}

/** A run whose second, third or later transaction is made to wait for what else happens meanwhile. */
function interrupted(before: Record<number, () => Promise<unknown>>) {
  let count = 0
  return (id: string): School => {
    const school = openSchool(w.database, id)
    return {
      ...school,
      tx: async (work) => {
        await before[++count]?.()
        return school.tx(work)
      },
    }
  }
}

it('a job that runs twice, or is killed between its transactions, tells once', async () => {
  const { franchisor, affiliate, rows, notices } = await makePair()
  const ids = { franchisorId: franchisor.id, affiliateId: affiliate.id }
  const killed = { openSchool: interrupted({ 3: () => Promise.reject(new Error('killed')) }), now: () => new Date() }
  await expect(syncAffiliate(ids, killed)).rejects.toThrow('killed')
  const first = await rows()
  await franchisor.sync(affiliate)
  await franchisor.sync(affiliate)
  expect(await rows()).toEqual(first)
  expect(await notices()).toEqual([{ kind: 'affiliation_asked', subject_id: franchisor.id }])
})

it('a run that read an earlier invitation writes nothing over a later one', async () => {
  const { franchisor, affiliate, rows, askAgain } = await makePair()
  await franchisor.sync(affiliate)
  await franchisor.remove(affiliate)
  const ids = { franchisorId: franchisor.id, affiliateId: affiliate.id }
  // The end of the first invitation was read; meanwhile the school is asked again and approves.
  const meanwhile = async () => {
    await askAgain()
    await franchisor.sync(affiliate)
    await affiliate.answer(franchisor, 'approved')
  }
  await syncAffiliate(ids, { openSchool: interrupted({ 2: meanwhile }), now: () => new Date() })
  const { here, there } = await rows()
  expect([there!.invitation, there!.utc_approved_on !== null, there!.utc_removed_on]).toEqual([2, true, null])
  expect([here.invitation, here.utc_approved_on !== null, here.utc_declined_on]).toEqual([2, true, null])
})

it('an answer to an earlier invitation is none to a later one', async () => {
  const { franchisor, affiliate, rows, askAgain } = await makePair()
  await franchisor.sync(affiliate)
  await affiliate.answer(franchisor, 'declined')
  const ids = { franchisorId: franchisor.id, affiliateId: affiliate.id }
  await syncAffiliate(ids, { openSchool: interrupted({ 3: askAgain }), now: () => new Date() })
  expect((await rows()).here).toMatchObject({ invitation: 2, utc_declined_on: null })
})

it.each([
  ['the first run of an affiliation', false],
  ['a later run', true],
])('%s that read an earlier offer leaves the latest', async (_, isKnown) => {
  const { franchisor, affiliate, plan, rows } = await makePair()
  if (isKnown) await franchisor.sync(affiliate)
  const meanwhile = async () => {
    const title = { title: 'Depois' }
    await franchisor.tx((db) => db.updateTable('affiliate_plans').set(title).where('id', '=', plan.id).execute())
    await writeOffers(franchisor, { affiliateIds: [affiliate.id] }, { openSchool: (id) => openSchool(w.database, id) })
  }
  const ids = { franchisorId: franchisor.id, affiliateId: affiliate.id }
  await syncAffiliate(ids, { openSchool: interrupted({ 2: meanwhile }), now: () => new Date() })
  expect((await rows()).there!.plan_title).toBe('Depois')
})

it.each([2, 3])('a run beside which the card of a school changes leaves the latest: transaction %i', async (at) => {
  const { franchisor, affiliate, rows } = await makePair()
  await franchisor.sync(affiliate)
  const meanwhile = async () => {
    for (const school of [franchisor, affiliate])
      await school.tx((db) =>
        db
          .updateTable('schools')
          .set({ name: `Nova ${school.id}` })
          .execute(),
      )
    await franchisor.sync(affiliate)
  }
  const ids = { franchisorId: franchisor.id, affiliateId: affiliate.id }
  await syncAffiliate(ids, { openSchool: interrupted({ [at]: meanwhile }), now: () => new Date() })
  const { here, there } = await rows()
  expect([here.name, there!.name]).toEqual([`Nova ${affiliate.id}`, `Nova ${franchisor.id}`])
})

it('a removal is told once to a school that had approved, and no approval undoes it', async () => {
  const { franchisor, affiliate, rows, notices } = await makePair()
  await franchisor.sync(affiliate)
  await affiliate.answer(franchisor, 'approved')
  await franchisor.sync(affiliate)
  await franchisor.remove(affiliate)
  await franchisor.sync(affiliate)
  await franchisor.sync(affiliate)
  const { here, there } = await rows()
  expect([here.plan_id, there!.utc_removed_on]).toEqual([null, here.utc_removed_on])
  expect((await notices()).map(({ kind }) => kind)).toEqual(['affiliation_asked', 'affiliation_removed'])
  expect((await affiliate.answer(franchisor, 'approved')).status).toBe(404)
})

it('an invitation that was taken back before it arrived is not told', async () => {
  const { franchisor, affiliate, notices } = await makePair()
  await franchisor.remove(affiliate)
  await franchisor.sync(affiliate)
  expect(await notices()).toEqual([])
  expect(await affiliate.franchisors()).toEqual({ pending: [], approved: [] })
})

it('names, contacts and logos of both follow, and small counts are not told', async () => {
  const { franchisor, affiliate, rows } = await makePair()
  await franchisor.sync(affiliate)
  await affiliate.answer(franchisor, 'approved')
  const rename = (school: School, name: string) =>
    school.tx((db) =>
      db
        .updateTable('schools')
        .set({ name, email: 'oi@example.com', cellphone: '11999990000', logo_wide_key: 'logo' })
        .execute(),
    )
  await rename(franchisor, 'Rede Nova')
  await rename(affiliate, 'Filial Nova')
  const edition = await affiliate.make.course({ franchisor_id: franchisor.id })
  const own = await affiliate.make.course()
  const cohort = await affiliate.make.cohort({ courses: [edition, own] })
  const enroll = async () => affiliate.make.enrollment(cohort, await affiliate.make.student())
  for (let each = 1; each < affiliateLimits.countsFrom; each++) await enroll()
  await franchisor.sync(affiliate)
  const card = { email: 'oi@example.com', cellphone: '11999990000', logo_wide_key: 'logo' }
  const few = await rows()
  expect(few.here).toMatchObject({ ...card, name: 'Filial Nova', students: null, finished: null, certificates: null })
  expect(few.here.utc_counted_on).not.toBeNull()
  expect(few.there).toMatchObject({ ...card, name: 'Rede Nova' })
  const last = await affiliate.make.student()
  await affiliate.make.enrollment(cohort, last)
  await affiliate.make.certificate(own, last)
  await franchisor.sync(affiliate)
  expect((await rows()).here).toMatchObject({
    students: affiliateLimits.countsFrom,
    finished: null,
    certificates: null,
  })
})

it('an affiliate shows how many courses it is offered once one comes out or is taken back, before it answers too', async () => {
  const { franchisor, affiliate, plan } = await makePair()
  const as = franchisor.as
  await franchisor.sync(affiliate)
  await w.call(affiliates.savePlan, { as, params: { planId: plan.id }, body: { title: 'Tudo', all_degrees: true } })
  const course = await franchisor.make.course()
  const params = { link: course.link }
  const offered = async (body: { unpublish?: boolean }) => {
    expect((await w.call(courses.publish, { as, params, body: { id: course.id, ...body } })).status).toBe(200)
    expect(await runEditionJobs(w, franchisor)).toEqual([])
    const { plan_title, plan_degrees } = (await affiliate.franchisors()).pending[0]!
    return [plan_title, plan_degrees]
  }
  expect(await offered({})).toEqual(['Tudo', 1])
  expect(await offered({ unpublish: true })).toEqual(['Tudo', 0])
  expect(await offered({})).toEqual(['Tudo', 1])
})

it('a job that read an earlier offer leaves the latest, and an affiliate that fails holds up no other', async () => {
  const { franchisor, affiliate, plan } = await makePair()
  const broken = await makeAffiliate(w)
  await franchisor.invite(plan.id, broken)
  await franchisor.sync(affiliate)
  const rename = (title: string) =>
    franchisor.tx((db) => db.updateTable('affiliate_plans').set({ title }).where('id', '=', plan.id).execute())
  const shown = async () => (await affiliate.franchisors()).pending[0]!.plan_title
  await rename('Antes')
  const ids = { affiliateIds: [affiliate.id] }
  const meanwhile = interrupted({ 1: () => rename('Depois') })
  await writeOffers(franchisor, ids, { openSchool: meanwhile })
  expect(await shown()).toBe('Depois')
  await rename('Por fim')
  const openOther = (id: string) => {
    if (id === broken.id) throw new Error('broken')
    return openSchool(w.database, id)
  }
  const both = { affiliateIds: [broken.id, affiliate.id] }
  await expect(writeOffers(franchisor, both, { openSchool: openOther })).rejects.toThrow('broken')
  expect(await shown()).toBe('Por fim')
})

it("a school's new logo or name is told to its franchisors at once, and nothing else of it is", async () => {
  const { franchisor, affiliate, rows } = await makePair()
  await franchisor.sync(affiliate)
  const as = affiliate.as
  const before = await affiliate.asked()
  const picture = sharp({ create: { width: 1280, height: 900, channels: 4, background: '#7a1fa280' } }).png()
  const file = { bytes: await picture.toBuffer(), filename: 'logo.png' }
  const upload = (field: 'logo_square_url' | 'logo_wide_url') =>
    w.call(schools.uploadLogo, { as, fields: { field }, file })
  expect((await upload('logo_square_url')).status).toBe(200)
  expect((await w.call(schools.update, { as, body: { ui_theme: 'mangue' } })).status).toBe(200)
  expect(await affiliate.asked()).toBe(before)
  expect((await upload('logo_wide_url')).status).toBe(200)
  expect(await affiliate.asked()).toBe(before + 1)
  await w.call(schools.update, { as, body: { name: 'Filial Nova' } })
  expect(await affiliate.asked()).toBe(before + 2)
  expect((await w.call(schools.removeLogo, { as, body: { field: 'logo_dark_wide_url' } })).status).toBe(200)
  expect(await affiliate.asked()).toBe(before + 3)
  await franchisor.sync(affiliate)
  const { here } = await rows()
  expect([here.name, here.logo_wide_key !== null]).toEqual(['Filial Nova', true])
})

it("a franchisor's new logo or name is told to its affiliates at once, and nothing else of it is", async () => {
  const { franchisor, affiliate, rows } = await makePair()
  await franchisor.sync(affiliate)
  const as = franchisor.as
  const asked = async () => (await franchisor.pendingJobs()).filter(([name]) => name === jobs.syncAffiliate.name).length
  const before = await asked()
  await w.call(schools.update, { as, body: { ui_theme: 'mangue' } })
  expect(await asked()).toBe(before)
  await w.call(schools.update, { as, body: { name: 'Rede Nova' } })
  expect(await asked()).toBe(before + 1)
  await w.call(schools.removeLogo, { as, body: { field: 'logo_wide_url' } })
  expect(await asked()).toBe(before + 2)
  await franchisor.sync(affiliate)
  expect((await rows()).there!.name).toBe('Rede Nova')
})

it('the new address of a school is told to its franchisors', async () => {
  const { franchisor, affiliate, rows } = await makePair()
  await franchisor.sync(affiliate)
  const before = await affiliate.asked()
  const link = `filial-${affiliate.id}`
  const saved = await w.call(schools.update, { as: affiliate.as, body: { link, use_own_domain: false } })
  expect(saved.status).toBe(200)
  const jobName = jobs.notifyFranchisors.name
  expect((await affiliate.pendingJobs()).filter(([name]) => name === jobName)).toEqual([[jobName, {}]])
  await runJob(w, affiliate, { name: jobName }, {})
  expect(await affiliate.asked()).toBe(before + 1)
  await franchisor.sync(affiliate)
  expect((await rows()).here.namespace).toBe(link)
})

it('certificates count once they are drawn and while they are valid, and one that sums courses counts once', async () => {
  const { franchisor, affiliate, rows } = await makePair()
  const { make, tx } = affiliate
  await franchisor.sync(affiliate)
  await affiliate.answer(franchisor, 'approved')
  const editions = [
    await make.course({ franchisor_id: franchisor.id }),
    await make.course({ franchisor_id: franchisor.id }),
  ]
  const own = await make.course()
  type Values = { status?: 'queued' | 'failed'; course_id?: null }
  const issue = async (courses: { id: string; title: string }[], values: Values = {}) => {
    const certificate = await make.certificate(courses[0]!, await make.student())
    await tx(async (db) => {
      const named = courses.map(({ id }) => ({ certificate_id: certificate.id, course_id: id }))
      await db.insertInto('certificate_courses').values(named).execute()
      if (Object.keys(values).length > 0)
        await db.updateTable('certificates').set(values).where('id', '=', certificate.id).execute()
    })
    return certificate
  }
  const [first] = editions
  await issue([own])
  await issue([first!], { status: 'queued' })
  await issue([first!], { status: 'failed' })
  const revoked = await issue([first!])
  await tx((db) =>
    db
      .updateTable('certificate_records')
      .set({ utc_revoked_on: new Date() })
      .where('id', '=', revoked.record_id!)
      .execute(),
  )
  await issue(editions, { course_id: null })
  for (let each = 2; each < affiliateLimits.countsFrom; each++) await issue([first!])
  await franchisor.sync(affiliate)
  expect((await rows()).here.certificates).toBeNull()
  await issue([own, first!], { course_id: null })
  await franchisor.sync(affiliate)
  expect((await rows()).here.certificates).toBe(affiliateLimits.countsFrom)
})

it('the daily job asks each affiliate that is in a plan, and the handler of the job tells both', async () => {
  const { franchisor, affiliate, plan } = await makePair()
  const removed = await makeAffiliate(w)
  await franchisor.invite(plan.id, removed)
  await franchisor.remove(removed)
  const before = (await franchisor.pendingJobs()).length
  await runJob(w, franchisor, jobs.syncAffiliates, {})
  const ids = { franchisorId: franchisor.id, affiliateId: affiliate.id }
  expect((await franchisor.pendingJobs()).slice(before)).toEqual([[jobs.syncAffiliate.name, ids]])
  await runJob(w, franchisor, jobs.syncAffiliate, ids)
  expect((await affiliate.franchisors()).pending).toHaveLength(1)
})
