import {
  type AffiliateSchool,
  affiliateLimits,
  affiliateMessages,
  bareAddress,
  isAffiliateLink,
} from '@escola/contract/affiliates.contract'
import { dayMs, hourMs } from '@escola/contract/durations'
import { done } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import { AppError, invalidField, notFound } from '../../core/app-error.ts'
import { schoolUrlOf } from '../../core/base-path.ts'
import { pageRangeOf } from '../../core/paging.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { Clock, Tools } from '../../core/tools.ts'
import { imageUrl } from '../../files/image-url.ts'
import type { Counters } from '../../http/counter-store.ts'
import { makeOnce } from '../../make-once/make-once.ts'
import { spreadEditions } from '../editions/spreading.service.ts'
import { forgetNews } from '../notices/notices.service.ts'
import * as queries from './affiliates.queries.ts'
import { cardOf, cardOfUnapproved, type KnownSchool } from './cards.ts'
import { holdPlan, requireOffering } from './plans.service.ts'
import { enqueueAffiliateSync, enqueueAffiliateSyncs } from './sync-requests.service.ts'

export interface AffiliateTools extends Tools {
  counters: Counters
  /** Finds the school that an address names, as any visitor of that address would. */
  addresses: { schoolAt(address: { domain: string; pathname: string }): Promise<KnownSchool | undefined> }
}

export const listAffiliates = (
  school: School,
  { planId, page }: { planId: string; page: number },
  { config }: Pick<Tools, 'config'>,
) =>
  school.tx(async (db) => {
    await holdPlan(db, planId)
    const rowsPerPage = affiliateLimits.perPage
    const total = await queries.countAffiliates(db, planId)
    const rows = await queries.listAffiliates(db, planId, pageRangeOf({ page, rowsPerPage, total }))
    return { schools: { total, page, rowsPerPage, list: rows.map((row) => toWireAffiliate(row, config.publicUrl)) } }
  })

/** Asks the school of an address to teach the courses of a plan; a job notifies its administrators. */
export async function inviteSchool(
  school: Attended,
  { planId, link, move = false }: { planId: string; link: string; move?: boolean | undefined },
  tools: AffiliateTools,
) {
  const { config } = tools
  await school.tx(async (db) => {
    await holdPlan(db, planId)
    await requireOffering(db)
  })
  if (!isAffiliateLink(link, new URL(config.publicUrl).host)) throw invalidField('link', affiliateMessages.link)
  await countAttempt(school, tools)
  const found = await tools.addresses.schoolAt(readAddress(link))
  if (!found || found.is_blocked) throw invalidField('link', affiliateMessages.unknown)
  if (found.id === school.id) throw invalidField('link', affiliateMessages.own)
  return school.tx(async (db) => {
    await holdPlan(db, planId)
    const make = async () => {
      await enterPlan(db, { planId, found, move }, tools)
      await enqueueAffiliateSync(db, { franchisorId: school.id, affiliateId: found.id })
      return { id: found.id }
    }
    const { id } = await makeOnce(db, school, { kind: `affiliate ${planId} ${link}`, make }, tools)
    const row = await queries.findAffiliate(db, id)
    if (!row) throw notFound()
    return { school: toWireAffiliate(row, config.publicUrl) }
  })
}

/** Takes the plan away from an affiliate. It keeps what its students have done, and may be asked again after a day. */
export const removeAffiliate = (school: School, { affiliateId }: { affiliateId: string }, { now }: Clock) =>
  school.tx(async (db) => {
    const row = await queries.lockAffiliate(db, affiliateId)
    if (!row || row.utc_removed_on) throw notFound()
    await queries.updateAffiliate(db, affiliateId, { plan_id: null, utc_removed_on: now() })
    await enqueueAffiliateSync(db, { franchisorId: school.id, affiliateId })
    await spreadEditions(db)
    return done
  })

/**
 * The school no longer offers its courses: schools that have not answered are no longer asked.
 * @throws has_affiliation while a school teaches courses of this one
 */
export async function endOffering(db: SchoolDb, school: School, { now }: Clock): Promise<void> {
  // An approval that comes in at the same moment has waited, or is seen by the look-up.
  const withdrawn = await queries.removeWaiting(db, now())
  if (await queries.hasApproved(db)) throw invalidField('has_affiliation', affiliateMessages.stillApproved)
  await enqueueAffiliateSyncs(db, school, withdrawn)
}

/** Each attempt tells whether there is a school at an address. */
async function countAttempt(school: School, { counters, config, now }: AffiliateTools): Promise<void> {
  const { id } = school
  const { utc_created_on } = await school.tx(queries.findSchoolAge)
  const isNew = now().getTime() < utc_created_on.getTime() + affiliateLimits.newSchoolDays * dayMs
  const perDay = isNew ? affiliateLimits.invitationsOfNewSchool : affiliateLimits.invitationsPerDay
  const max = Math.ceil(perDay * config.rateFactor)
  const { waitMs } = await counters.take([{ key: `affiliates of ${id}`, max }], 24 * hourMs)
  if (waitMs) throw new AppError('too_many_invitations', { retryAfter: Math.ceil(waitMs / 1000) })
}

function readAddress(link: string): { domain: string; pathname: string } {
  const [domain = '', ...path] = bareAddress(link).split('/')
  return { domain, pathname: `/${path.join('/')}` }
}

interface Entry {
  planId: string
  found: KnownSchool
  /** The school leaves the plan that it is in. */
  move: boolean
}

async function enterPlan(db: SchoolDb, { planId, found, move }: Entry, { now }: Clock): Promise<void> {
  const fresh = { plan_id: planId, utc_invited_on: now(), ...cardOfUnapproved(found) }
  if (await queries.insertAffiliate(db, { affiliate_id: found.id, ...fresh })) return
  const row = (await queries.lockAffiliate(db, found.id))!
  if (row.utc_removed_on || row.utc_declined_on) {
    const [left, text] = row.utc_removed_on
      ? [row.utc_removed_on, affiliateMessages.removedLately]
      : [row.utc_declined_on!, affiliateMessages.declinedLately]
    if (now().getTime() - left.getTime() < affiliateLimits.askAgainHours * hourMs) throw invalidField('link', text)
    const asked = { invitation: row.invitation + 1, utc_approved_on: null, utc_declined_on: null, utc_removed_on: null }
    await queries.updateAffiliate(db, found.id, { ...fresh, ...asked, ...uncounted })
    // Each subject causes news only once, and the answer to this invitation is news again.
    await forgetNews(db, ['affiliate_approved', 'affiliate_declined', 'affiliate_left'], [found.id])
    return
  }
  if (row.plan_id === planId) throw invalidField('link', affiliateMessages.already)
  if (!move)
    throw new AppError('affiliate_in_other_plan', {
      fields: { link: affiliateMessages.otherPlan(row.plan_title ?? '') },
    })
  const card = row.utc_approved_on ? cardOf(found) : cardOfUnapproved(found)
  await queries.updateAffiliate(db, found.id, { plan_id: planId, ...card })
  await spreadEditions(db)
}

const uncounted = { students: null, finished: null, certificates: null, utc_counted_on: null }

const toWireAffiliate = (row: queries.AffiliateRow, publicUrl: string): AffiliateSchool => ({
  id: row.affiliate_id,
  name: row.name,
  logo_wide_url: imageUrl(row.affiliate_id, row.logo_wide_key),
  logo_dark_wide_url: imageUrl(row.affiliate_id, row.logo_dark_wide_key),
  namespace: row.namespace,
  domain: row.domain,
  link: schoolUrlOf(publicUrl, { ...row, id: row.affiliate_id, use_own_domain: true, is_domain_broken: false }),
  cellphone: row.cellphone,
  email: row.email,
  utc_invited_on: row.utc_invited_on.toISOString(),
  utc_approved_on: row.utc_approved_on?.toISOString() ?? null,
  utc_declined_on: row.utc_declined_on?.toISOString() ?? null,
  counts: row.utc_counted_on && {
    students: row.students,
    finished: row.finished,
    certificates: row.certificates,
    utc_counted_on: row.utc_counted_on.toISOString(),
  },
})
