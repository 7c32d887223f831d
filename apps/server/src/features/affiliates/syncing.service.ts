import { isDeepStrictEqual } from 'node:util'
import { affiliateLimits } from '@escola/contract/affiliates.contract'
import type { NoticeKind } from '@escola/contract/notices.contract'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { spreadEditions } from '../editions/spreading.service.ts'
import { forgetNews, recordNews } from '../notices/notices.service.ts'
import * as affiliateQueries from './affiliates.queries.ts'
import { cardOf, cardOfUnapproved } from './cards.ts'
import * as queries from './franchisors.queries.ts'
import type { Affiliation } from './sync-requests.service.ts'

export interface SyncTools extends Clock {
  openSchool(id: string): School
}

/**
 * Passes to each school of an affiliation what the other one says of it. One is open at a time: what was read of one is written into the other in a
 * transaction of its own, so a run may come late, twice or beside another. Both are asked again at the end: of two runs that overlap, the one that
 * writes last has then seen the latest. An invitation, and the answer to it, know each other by their number.
 */
export async function syncAffiliate(
  { franchisorId, affiliateId }: Affiliation,
  { openSchool, now }: SyncTools,
): Promise<void> {
  const franchisor = openSchool(franchisorId)
  const affiliate = openSchool(affiliateId)
  let invitation = await franchisor.tx((db) => readInvitation(db, affiliateId))
  for (let isLatest = false; invitation && !isLatest; ) {
    const asked = invitation
    const { answer, counts } = await affiliate.tx(async (db) => {
      await keepInvitation(db, franchisorId, asked, { now })
      const answer = await readAnswer(db, franchisorId)
      return { answer, counts: answer.isApproved ? await queries.countOf(db, franchisorId) : undefined }
    })
    invitation = await franchisor.tx(async (db) => {
      await keepAnswer(db, affiliateId, { ...answer, counts }, { now })
      return readInvitation(db, affiliateId)
    })
    // The counts may be of a while ago: they change with each student.
    const latest = await affiliate.tx((db) => readAnswer(db, franchisorId))
    isLatest = isDeepStrictEqual([asked, answer], [invitation, latest])
  }
}

type Invitation = NonNullable<Awaited<ReturnType<typeof readInvitation>>>

async function readInvitation(db: SchoolDb, affiliateId: string) {
  const row = await affiliateQueries.findAffiliate(db, affiliateId)
  if (!row) return undefined
  const { namespace: _, domain: __, ...card } = cardOf(await queries.findSchool(db))
  const [offer] = row.plan_id ? await queries.listOffers(db, [row.plan_id]) : []
  return {
    number: row.invitation,
    utc_invited_on: row.utc_invited_on,
    utc_removed_on: row.utc_removed_on,
    shown: { ...card, ...(offer && { plan_title: offer.plan_title, plan_courses: offer.plan_courses }) },
  }
}

async function keepInvitation(
  db: SchoolDb,
  franchisorId: string,
  { number, utc_invited_on, utc_removed_on, shown }: Invitation,
  tools: Clock,
): Promise<void> {
  const asked = { invitation: number, utc_invited_on, utc_removed_on }
  const isFirst = await queries.insertFranchisor(db, { franchisor_id: franchisorId, ...asked, ...shown })
  const row = (await queries.lockFranchisor(db, franchisorId))!
  // Another run has notified a later invitation.
  if (row.invitation > number) return
  if (isFirst || row.invitation < number) {
    const unanswered = { utc_approved_on: null, utc_declined_on: null }
    if (!isFirst) await queries.updateFranchisor(db, franchisorId, { ...asked, ...unanswered, ...shown })
    // News of the earlier invitation is deleted first, because each subject causes news only once.
    await forgetNews(db, ['affiliation_asked', 'affiliation_removed'], [franchisorId])
    if (!utc_removed_on) await recordNews(db, 'affiliation_asked', [franchisorId], tools)
    return
  }
  const isRemoved = utc_removed_on !== null && row.utc_removed_on === null
  await queries.updateFranchisor(db, franchisorId, { ...shown, ...(isRemoved && { utc_removed_on }) })
  if (isRemoved && row.utc_approved_on && !row.utc_declined_on)
    await recordNews(db, 'affiliation_removed', [franchisorId], tools)
}

type Answer = Awaited<ReturnType<typeof readAnswer>> & { counts: queries.Counts | undefined }

async function readAnswer(db: SchoolDb, franchisorId: string) {
  const row = (await queries.lockFranchisor(db, franchisorId))!
  const isApproved = row.utc_approved_on !== null && row.utc_declined_on === null && row.utc_removed_on === null
  const school = await queries.findSchool(db)
  return {
    invitation: row.invitation,
    utc_approved_on: row.utc_approved_on,
    utc_declined_on: row.utc_declined_on,
    isApproved,
    card: isApproved ? cardOf(school) : cardOfUnapproved(school),
  }
}

async function keepAnswer(
  db: SchoolDb,
  affiliateId: string,
  { invitation, utc_approved_on, utc_declined_on, card, counts }: Answer,
  tools: Clock,
): Promise<void> {
  const row = (await affiliateQueries.lockAffiliate(db, affiliateId))!
  const isCurrent = row.invitation === invitation && row.utc_removed_on === null
  const answered = {
    // An answer stays, whichever of two runs ends last.
    utc_approved_on: row.utc_approved_on ?? utc_approved_on,
    utc_declined_on: row.utc_declined_on ?? utc_declined_on,
    ...(counts && {
      students: shownCount(counts.students),
      finished: shownCount(counts.finished),
      certificates: shownCount(counts.certificates),
      utc_counted_on: tools.now(),
    }),
  }
  await affiliateQueries.updateAffiliate(db, affiliateId, { ...card, ...(isCurrent && answered) })
  const news = isCurrent && newsOf(row, answered)
  if (!news) return
  await recordNews(db, news, [affiliateId], tools)
  await spreadEditions(db)
}

interface Answered {
  utc_approved_on: Date | null
  utc_declined_on: Date | null
}

/** Finds what the franchisor hears of an answer; undefined where it knows it. */
function newsOf(before: Answered, answered: Answered): NoticeKind | undefined {
  if (!before.utc_declined_on && answered.utc_declined_on)
    return answered.utc_approved_on ? 'affiliate_left' : 'affiliate_declined'
  return !before.utc_approved_on && answered.utc_approved_on ? 'affiliate_approved' : undefined
}

/** Hides small counts, which would reveal single students. */
const shownCount = (count: number) => (count < affiliateLimits.countsFrom ? null : count)
