import { affiliates } from '@escola/contract/affiliates.contract'
import { hourMs } from '@escola/contract/durations'
import { openSchool } from '../../core/scope.ts'
import { jobs } from '../../jobs/catalogue.ts'
import type { World } from '../../testing/world.ts'
import { sendDueDigest } from '../notices/notices.service.ts'
import { syncAffiliate } from './syncing.service.ts'

/** Makes a school that offers plans, with the calls of its administrator. */
export async function makeFranchisor(w: World) {
  const school = await w.makeSchool('Rede do Pão')
  await school.make.affiliationAllowed()
  const as = school.admin
  const createPlan = async (title = 'Padaria', degrees: string[] = [], all_degrees = false) =>
    (await w.call(affiliates.createPlan, { as, body: { title, degrees, all_degrees } })).body.plan
  const addressOf = (other: { id: string }) => `localhost:3000/escola/${other.id}`
  const invite = (planId: string, other: { id: string }, move?: boolean) =>
    w.call(affiliates.invite, { as, params: { planId }, body: { link: addressOf(other), move } })
  const remove = (other: { id: string }) => w.call(affiliates.remove, { as, body: { school_id: other.id } })
  const list = async (planId: string, page = 1) =>
    (await w.call(affiliates.list, { as, params: { planId }, query: { page } })).body.schools
  const sync = (other: { id: string }, now = () => new Date()) =>
    syncAffiliate(
      { franchisorId: school.id, affiliateId: other.id },
      { openSchool: (id) => openSchool(w.database, id), now },
    )
  /** Lists the news of its affiliates that stands and that no digest has sent. */
  const news = () =>
    school.tx((db) =>
      db.selectFrom('open_notices').where('utc_told_on', 'is', null).select(['kind', 'title']).orderBy('id').execute(),
    )
  return { ...school, as, createPlan, invite, remove, list, sync, news }
}

/** Makes a school that may be asked, with the calls of its administrator. */
export async function makeAffiliate(w: World, name = 'Filial Centro') {
  const school = await w.makeSchool(name)
  const as = school.admin
  const answer = (franchisor: { id: string }, column: 'approved' | 'declined') =>
    w.call(affiliates.answer, { as, body: { column, school_id: franchisor.id } })
  const franchisors = async () => (await w.call(affiliates.franchisors, { as })).body
  /** Lists the news that stands and that no digest has sent. */
  const news = () =>
    school.tx((db) =>
      db.selectFrom('open_notices').where('utc_told_on', 'is', null).select(['kind', 'title']).orderBy('id').execute(),
    )
  const sendNews = () => sendDueDigest(school, { now: () => new Date(Date.now() + hourMs) })
  const asked = async () => (await school.pendingJobs()).filter(([name]) => name === jobs.syncAffiliate.name).length
  return { ...school, as, answer, franchisors, news, sendNews, asked }
}
