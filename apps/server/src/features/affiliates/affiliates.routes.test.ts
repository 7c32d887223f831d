import { affiliateLimits, affiliateMessages, affiliates } from '@escola/contract/affiliates.contract'
import { dayMs } from '@escola/contract/durations'
import { schools } from '@escola/contract/schools.contract'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { memoryCounters } from '../../http/memory-counters.ts'
import { stopClock } from '../../testing/clock.ts'
import { makeAttended } from '../../testing/member-scope.ts'
import { type World, world } from '../../testing/world.ts'
import { inviteSchool } from './affiliates.service.ts'
import { makeAffiliate, makeFranchisor } from './affiliates.testing.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

/** A franchisor with a plan, and a school that may be asked. */
async function makePair() {
  const franchisor = await makeFranchisor(w)
  const affiliate = await makeAffiliate(w)
  const plan = await franchisor.createPlan()
  const state = async () => {
    const [row] = (await franchisor.list(plan.id)).list
    return row && [row.utc_approved_on !== null, row.utc_declined_on !== null]
  }
  return { franchisor, affiliate, plan, state }
}

describe('the address of an invitation', () => {
  it('is a namespace, a former one, an id or an own domain, and any other is refused by the field', async () => {
    const { franchisor, plan } = await makePair()
    const byNamespace = await makeAffiliate(w, 'Um')
    const byFormer = await makeAffiliate(w, 'Dois')
    const byDomain = await makeAffiliate(w, 'Tres')
    const blocked = await makeAffiliate(w, 'Quatro')
    const own = (await w.call(schools.context, { query: { domain: '', pathname: `/escola/${byNamespace.id}` } })).body
    await w.database.withPlatform(async (db) => {
      await db
        .insertInto('former_namespaces')
        .values({ namespace: 'era-outra', school_id: byFormer.id, utc_released_on: new Date() })
        .execute()
      await db
        .updateTable('schools')
        .set({ domain: 'tres.example.com', use_own_domain: true })
        .where('id', '=', byDomain.id)
        .execute()
      await db.updateTable('schools').set({ is_blocked: true }).where('id', '=', blocked.id).execute()
    })
    const invite = (link: string) =>
      w.call(affiliates.invite, { as: franchisor.as, params: { planId: plan.id }, body: { link } })
    const { namespace } = own.school!.namespace
    for (const [link, { id }] of [
      [`localhost:3000/${namespace}`, byNamespace],
      ['http://localhost:3000/era-outra/cursos', byFormer],
      [' HTTPS://Tres.example.com/cursos?x=1', byDomain],
    ] as const) {
      const invited = await invite(link)
      expect([invited.status, invited.body.school.id], link).toEqual([201, id])
    }
    expect((await franchisor.list(plan.id)).list.map(({ link }) => link)).toEqual([
      expect.stringMatching(/^http:\/\/localhost:3000\/dois/),
      'https://tres.example.com',
      `http://localhost:3000/${namespace}`,
    ])
    for (const [link, text] of [
      ['sem-ponto', affiliateMessages.link],
      [`${'x'.repeat(affiliateLimits.linkMax - 3)}.com`, affiliateMessages.link],
      ['   ', affiliateMessages.link],
      ['https://', affiliateMessages.link],
      ['localhost:3000', affiliateMessages.unknown],
      ['localhost:3000/nao-existe-mesmo', affiliateMessages.unknown],
      ['outra.example.com', affiliateMessages.unknown],
      [`localhost:3000/escola/${blocked.id}`, affiliateMessages.unknown],
      [`localhost:3000/escola/${franchisor.id}`, affiliateMessages.own],
    ] as const) {
      const refused = await invite(link)
      expect([refused.status, refused.error.fields], link).toEqual([400, { link: text }])
    }
  })

  it('is tried so often in a day and no more, found or not', async () => {
    const { franchisor, plan } = await makePair()
    const counters = memoryCounters(() => new Date())
    const tools = {
      ...w.tools,
      config: { ...w.config, rateFactor: 2 / affiliateLimits.invitationsOfNewSchool },
      counters,
      addresses: { schoolAt: async () => undefined },
    }
    const tryOne = () =>
      inviteSchool(makeAttended(franchisor, franchisor.admin), { planId: plan.id, link: 'a.example.com' }, tools)
    for (let each = 0; each < 2; each++) await expect(tryOne()).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(tryOne()).rejects.toMatchObject({ code: 'too_many_invitations', status: 429 })
    // A school that has been there for a week may send more.
    const utc_created_on = new Date(w.tools.now().getTime() - affiliateLimits.newSchoolDays * dayMs)
    await franchisor.tx((db) => db.updateTable('schools').set({ utc_created_on }).execute())
    await expect(tryOne()).rejects.toMatchObject({ code: 'invalid_request' })
    await counters.close()
  })
})

describe('an invitation', () => {
  it('reaches the school, is approved there, and both know it', async () => {
    const { franchisor, affiliate, plan, state } = await makePair()
    await franchisor.make.course()
    await franchisor.make.course({ hide_to_affiliates: true })
    await w.call(affiliates.savePlan, { as: franchisor.as, params: { planId: plan.id }, body: { all_degrees: true } })
    const invited = await franchisor.invite(plan.id, affiliate)
    expect(invited.body.school).toMatchObject({ id: affiliate.id, name: 'Filial Centro', counts: null })
    expect(await franchisor.pendingJobs()).toContainEqual([
      'affiliates.sync',
      { franchisorId: franchisor.id, affiliateId: affiliate.id },
    ])
    await franchisor.sync(affiliate)
    const { pending } = await affiliate.franchisors()
    expect(pending).toMatchObject([
      { id: franchisor.id, name: 'Rede do Pão', plan_title: 'Padaria', plan_degrees: 1, utc_approved_on: null },
    ])
    expect(await affiliate.news()).toEqual([{ kind: 'affiliation_asked', title: 'Rede do Pão' }])
    const answered = await affiliate.answer(franchisor, 'approved')
    expect([answered.body.pending.length, answered.body.approved.length]).toEqual([0, 1])
    expect(await affiliate.asked()).toBe(1)
    // News of an answered invitation disappears.
    expect(await affiliate.news()).toEqual([])
    await franchisor.sync(affiliate)
    expect(await state()).toEqual([true, false])
    await franchisor.sync(affiliate)
    expect(await franchisor.news()).toEqual([{ kind: 'affiliate_approved', title: 'Filial Centro' }])
    // A second approval changes nothing.
    const [first] = (await affiliate.franchisors()).approved
    await affiliate.answer(franchisor, 'approved')
    expect((await affiliate.franchisors()).approved).toEqual([first])
  })

  it('tells how a private school is reached once it has approved, and as long as it stays', async () => {
    const { franchisor, affiliate, plan } = await makePair()
    const email = 'dona@filial.example'
    await w.database.withPlatform((db) =>
      db.updateTable('schools').set({ is_private: true, email }).where('id', '=', affiliate.id).execute(),
    )
    const shown = async () => (await franchisor.list(plan.id)).list[0]?.email
    expect((await franchisor.invite(plan.id, affiliate)).body.school.email).toBe('')
    await franchisor.sync(affiliate)
    expect(await shown()).toBe('')
    await affiliate.answer(franchisor, 'approved')
    await franchisor.sync(affiliate)
    expect(await shown()).toBe(email)
    await affiliate.answer(franchisor, 'declined')
    await franchisor.sync(affiliate)
    expect(await shown()).toBe('')
  })

  it('is declined, or left after the approval, and answered no second time', async () => {
    const { franchisor, affiliate, plan, state } = await makePair()
    await franchisor.invite(plan.id, affiliate)
    await franchisor.sync(affiliate)
    await affiliate.answer(franchisor, 'approved')
    await franchisor.sync(affiliate)
    expect((await affiliate.answer(franchisor, 'declined')).body).toEqual({ pending: [], approved: [] })
    await franchisor.sync(affiliate)
    expect(await state()).toEqual([true, true])
    expect(await franchisor.news()).toEqual([{ kind: 'affiliate_left', title: 'Filial Centro' }])
    for (const answer of ['approved', 'declined'] as const)
      expect((await affiliate.answer(franchisor, answer)).status).toBe(404)
    expect((await affiliate.answer(w.riverside, 'approved')).status).toBe(404)
  })

  it('is asked again a day after a refusal or a removal, in a plan of any kind', async () => {
    stopClock()
    const { franchisor, affiliate, plan, state } = await makePair()
    const other = await franchisor.createPlan('Confeitaria')
    await franchisor.invite(plan.id, affiliate)
    await franchisor.sync(affiliate)
    await affiliate.sendNews()
    expect(await affiliate.news()).toEqual([])
    await affiliate.answer(franchisor, 'declined')
    await franchisor.sync(affiliate)
    expect(await franchisor.news()).toEqual([{ kind: 'affiliate_declined', title: 'Filial Centro' }])
    const early = await franchisor.invite(other.id, affiliate)
    expect(early.error.fields).toEqual({ link: affiliateMessages.declinedLately })
    vi.setSystemTime(Date.now() + dayMs)
    expect((await franchisor.invite(other.id, affiliate)).status).toBe(201)
    await franchisor.sync(affiliate)
    expect((await affiliate.franchisors()).pending).toMatchObject([{ plan_title: 'Confeitaria' }])
    expect(await affiliate.news()).toEqual([{ kind: 'affiliation_asked', title: 'Rede do Pão' }])
    expect(await state()).toBeUndefined()
    expect(await franchisor.news()).toEqual([])
    await franchisor.remove(affiliate)
    expect((await franchisor.remove(affiliate)).status).toBe(404)
    const removed = await franchisor.invite(plan.id, affiliate)
    expect(removed.error.fields).toEqual({ link: affiliateMessages.removedLately })
    vi.setSystemTime(Date.now() + dayMs)
    expect((await franchisor.invite(plan.id, affiliate)).status).toBe(201)
    expect(await state()).toEqual([false, false])
  })

  it('of a school in another plan offers to move it, and keeps its answer', async () => {
    const { franchisor, affiliate, plan } = await makePair()
    const other = await franchisor.createPlan('Confeitaria')
    await franchisor.invite(plan.id, affiliate)
    await franchisor.sync(affiliate)
    await affiliate.answer(franchisor, 'approved')
    await franchisor.sync(affiliate)
    const same = await franchisor.invite(plan.id, affiliate)
    expect(same.error.fields).toEqual({ link: affiliateMessages.already })
    const refused = await franchisor.invite(other.id, affiliate)
    expect([refused.status, refused.error.code, refused.error.fields]).toEqual([
      409,
      'affiliate_in_other_plan',
      { link: affiliateMessages.otherPlan('Padaria') },
    ])
    expect((await franchisor.invite(other.id, affiliate, true)).status).toBe(201)
    expect((await franchisor.list(plan.id)).total).toBe(0)
    expect((await franchisor.list(other.id)).list[0]!.utc_approved_on).not.toBeNull()
    await franchisor.sync(affiliate)
    expect((await affiliate.franchisors()).approved).toMatchObject([{ plan_title: 'Confeitaria' }])
  })

  it('into two plans at once is one, and a repeated call makes no second', async () => {
    const { franchisor, affiliate, plan } = await makePair()
    const other = await franchisor.createPlan('Confeitaria')
    const answers = await Promise.all([franchisor.invite(plan.id, affiliate), franchisor.invite(other.id, affiliate)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const second = await makeAffiliate(w)
    const invite = () =>
      w.call(affiliates.invite, {
        as: franchisor.as,
        params: { planId: plan.id },
        body: { link: `localhost:3000/escola/${second.id}` },
        headers: { 'idempotency-key': 'convite-0001' },
      })
    expect([(await invite()).status, (await invite()).status]).toEqual([201, 201])
  })

  it('lists fifty schools at a time, by name', async () => {
    const { franchisor, plan } = await makePair()
    const rows = Array.from({ length: 51 }, (_, index) => ({
      affiliate_id: String(5_000_000 + index),
      plan_id: plan.id,
      utc_invited_on: new Date(),
      name: `Escola ${String(index).padStart(2, '0')}`,
    }))
    await franchisor.tx((db) => db.insertInto('affiliates').values(rows).execute())
    const [first, second] = [await franchisor.list(plan.id), await franchisor.list(plan.id, 2)]
    expect([first.total, first.rowsPerPage, first.list.length, first.list[0]!.name]).toEqual([51, 50, 50, 'Escola 00'])
    expect(second.list.map(({ name }) => name)).toEqual(['Escola 50'])
  })
})

it('the switch stays on while a school is approved', async () => {
  const { franchisor, affiliate, plan } = await makePair()
  const switchOff = () =>
    w.call(schools.update, { as: franchisor.as, params: { schoolId: franchisor.id }, body: { has_affiliation: false } })
  await franchisor.invite(plan.id, affiliate)
  await franchisor.sync(affiliate)
  await affiliate.answer(franchisor, 'approved')
  await franchisor.sync(affiliate)
  const refused = await switchOff()
  expect([refused.status, refused.error.fields]).toEqual([400, { has_affiliation: affiliateMessages.stillApproved }])
  await franchisor.remove(affiliate)
  expect((await switchOff()).status).toBe(200)
})

it('a school that offers no more asks no more, and an answer of that moment approves nothing', async () => {
  const { franchisor, affiliate, plan } = await makePair()
  await franchisor.invite(plan.id, affiliate)
  await franchisor.sync(affiliate)
  expect((await affiliate.franchisors()).pending).toHaveLength(1)
  const switchTo = (has_affiliation: boolean) =>
    w.call(schools.update, { as: franchisor.as, params: { schoolId: franchisor.id }, body: { has_affiliation } })
  expect((await switchTo(false)).status).toBe(200)
  const asked = (await franchisor.pendingJobs()).filter(([name]) => name === 'affiliates.sync')
  expect(asked.at(-1)).toEqual(['affiliates.sync', { franchisorId: franchisor.id, affiliateId: affiliate.id }])
  await affiliate.answer(franchisor, 'approved')
  await franchisor.sync(affiliate)
  expect(await affiliate.franchisors()).toEqual({ pending: [], approved: [] })
  expect((await franchisor.list(plan.id)).total).toBe(0)
  await switchTo(true)
  expect((await franchisor.list(plan.id)).total).toBe(0)
})
