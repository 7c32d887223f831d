import { isDeepStrictEqual } from 'node:util'
import type { SchoolDb } from '@escola/db'
import { makeFreeLink, reservedCourseLinks } from '../../core/free-link.ts'
import type { School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueueMany } from '../../jobs/enqueue.ts'
import { scheduleJob } from '../../jobs/scheduled-jobs.ts'
import { lockCatalog } from '../categories/categories.service.ts'
import { forEachAffiliate } from './affiliate-iteration.service.ts'
import * as editions from './editions.queries.ts'
import * as offers from './offers.queries.ts'
import { deleteEditionFiles, deleteSharedFilesExcept } from './shared-files.queries.ts'

export interface EditionTools extends Clock {
  openSchool(id: string): School
}

/** All that a franchisor decides about the editions of some affiliates. */
interface Facts {
  /** Courses that each affiliate is given; an affiliate without an entry is given none. */
  offered: Map<string, offers.OfferedCourse[]>
  /** Courses that the franchisor has, offered or not. */
  existing: Set<string>
}

async function readFacts(db: SchoolDb, affiliateIds: string[]): Promise<Facts> {
  const [isBlocked, plans, courses, ids] = await Promise.all([
    offers.isBlocked(db),
    offers.listAffiliatePlans(db, affiliateIds),
    offers.listOfferedCourses(db),
    offers.listOwnCourseIds(db),
  ])
  const offered = isBlocked ? [] : plans
  return {
    offered: new Map(
      offered.map(({ affiliate_id, plan_id, all_courses }) => [
        affiliate_id,
        courses.filter((course) => all_courses || course.plans.includes(plan_id)),
      ]),
    ),
    existing: new Set(ids),
  }
}

/**
 * Opens and closes the editions of some affiliates, and has those copied that lack the newest version. The franchisor is asked again at the end: of two
 * runs that overlap, the one that writes last has then seen the latest.
 */
export async function settleEditions(
  franchisor: School,
  { affiliateIds, verify = false }: { affiliateIds: string[]; verify?: boolean | undefined },
  tools: EditionTools,
  signal?: AbortSignal,
): Promise<void> {
  const read = () => franchisor.tx((db) => readFacts(db, affiliateIds))
  let facts = await read()
  for (;;) {
    const current = facts
    const lacking = new Map<string, string[]>()
    const gone = new Map<string, string[]>()
    await forEachAffiliate(affiliateIds, signal, async (id) => {
      const settled = await tools.openSchool(id).tx((db) => settleAffiliate(db, franchisor.id, id, current, tools))
      for (const { course_id, version, utc_copied_on } of settled) {
        const offer = current.offered.get(id)?.find((course) => course.id === course_id)
        if (offer && (verify || utc_copied_on === null || BigInt(version) < BigInt(offer.version)))
          lacking.set(course_id, [...(lacking.get(course_id) ?? []), id])
        if (!current.existing.has(course_id)) gone.set(course_id, [...(gone.get(course_id) ?? []), id])
      }
    })
    facts = await read()
    if (!isDeepStrictEqual(facts, current)) continue
    const payloads = [...lacking].map(([courseId, ids]) => ({ courseId, affiliateIds: ids, ...(verify && { verify }) }))
    await franchisor.tx(async (db) => {
      await enqueueMany(db, jobs.copyEdition, payloads)
      for (const [courseId, ids] of gone)
        await deleteSharedFilesExcept(db, { courseId, affiliateIds: ids, fileIds: [] })
    })
    return
  }
}

/** @returns the franchisor's editions here, as they were found */
async function settleAffiliate(
  db: SchoolDb,
  franchisorId: string,
  affiliateId: string,
  { offered, existing }: Facts,
  { now }: EditionTools,
): Promise<editions.EditionRow[]> {
  const promised = offered.get(affiliateId) ?? []
  const offer = promised.length > 0 && (await editions.hasApproved(db, franchisorId)) ? promised : []
  const before = await editions.listEditions(db, franchisorId)
  const known = new Set(before.map((row) => row.course_id))
  const added = offer.filter(({ id }) => !known.has(id))
  if (added.length > 0) await addEditions(db, franchisorId, added)
  const wanted = new Map(offer.map((course) => [course.id, course]))
  const differs = (row: editions.EditionRow) => changeOf(row, { wanted, existing }, now()) !== undefined
  if (added.length === 0 && !before.some(differs)) return before
  // Asked once more: a copy that was under way may have recorded its version.
  await editions.lockEditions(db, franchisorId)
  const held = await editions.listEditions(db, franchisorId)
  const changes = held.flatMap((row) => changeOf(row, { wanted, existing }, now()) ?? [])
  if (changes.length > 0) await editions.changeEditions(db, changes)
  // A sum of certificates may have stood still until an edition opened again.
  if (changes.some(({ published_on }) => published_on !== null)) await scheduleJob(db, jobs.issueDue, now())
  const gone = changes.filter(({ is_gone }) => is_gone).map(({ id }) => id)
  if (gone.length > 0) await deleteEditionFiles(db, gone)
  return held
}

/** Links that are taken get a number, which stays for good. */
async function addEditions(db: SchoolDb, franchisorId: string, courses: offers.OfferedCourse[]): Promise<void> {
  await lockCatalog(db)
  const taken = await editions.listLinksLike(
    db,
    courses.map(({ link }) => link),
  )
  const rows = courses.map(({ id, link: original, title, category_title }) => {
    const link = makeFreeLink(original, taken, reservedCourseLinks)
    taken.add(link)
    return { id, link, title, category_title }
  })
  await editions.insertEditions(db, franchisorId, rows)
}

/** @returns nothing when the edition is as it should be */
function changeOf(
  row: editions.EditionRow,
  { wanted, existing }: { wanted: Map<string, offers.OfferedCourse>; existing: Set<string> },
  now: Date,
): editions.EditionChange | undefined {
  const offer = wanted.get(row.course_id)
  const is_open = offer !== undefined
  const is_gone = !existing.has(row.course_id)
  const category_title = offer?.category_title ?? row.category_title
  if (is_open === row.is_open && is_gone === row.is_gone && category_title === row.category_title) return undefined
  const isShown = is_open && row.utc_copied_on !== null
  return {
    id: row.course_id,
    is_open,
    is_gone,
    category_title,
    published_on: isShown ? (row.utc_published_on ?? now) : null,
  }
}
