import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueueMany } from '../../jobs/enqueue.ts'
import { forEachAffiliate } from '../editions/affiliate-iteration.service.ts'
import type { EditionTools } from '../editions/settling.service.ts'
import { listAffiliateBatches } from '../editions/spreading.service.ts'
import {
  type AskedCorrections,
  type CopiedCorrection,
  listCorrections,
  lockQuestions,
  writeCorrections,
} from './copied-corrections.queries.ts'
import { followReceived } from './received-corrections.service.ts'

/** Has each affiliate of the school given the corrections of a question. */
export const spreadCorrections = (school: School, { questionId }: { questionId: string }): Promise<void> =>
  school.tx(async (db) =>
    enqueueMany(
      db,
      jobs.copyCorrections,
      (await listAffiliateBatches(db)).map((affiliateIds) => ({ asked: { questionId }, affiliateIds })),
    ),
  )

/** Writes the corrections of a question, or of all that a course has asked, at some affiliates, one transaction each. */
export async function copyCorrections(
  franchisor: School,
  { asked, affiliateIds }: { asked: AskedCorrections; affiliateIds: string[] },
  { openSchool, now }: EditionTools,
  signal?: AbortSignal,
): Promise<void> {
  const corrections = await franchisor.tx((db) => listCorrections(db, asked))
  await forEachAffiliate(affiliateIds, signal, (id) =>
    openSchool(id).tx((db) => receiveCorrections(db, franchisor.id, corrections, { now })),
  )
}

/** Writes corrections of the franchisor's questions that this school has, and has its attempts marked by them. A second time changes nothing. */
async function receiveCorrections(
  db: SchoolDb,
  franchisorId: string,
  corrections: CopiedCorrection[],
  tools: Clock,
): Promise<void> {
  if (corrections.length === 0) return
  const ids = [...new Set(corrections.map(({ question_id }) => question_id))]
  const held = new Set(await lockQuestions(db, franchisorId, ids))
  const here = corrections.filter(({ question_id }) => held.has(question_id))
  const changed = here.length > 0 ? await writeCorrections(db, franchisorId, here) : []
  for (const questionId of held) {
    const news = changed.filter(({ question_id }) => question_id === questionId)
    const standing = news.filter(({ utc_undone_on }) => utc_undone_on === null).map(({ id }) => BigInt(id))
    const newest = standing.toSorted((a, b) => Number(a - b)).at(-1)
    const versions = news.flatMap((each) => each.versions)
    await followReceived(db, { questionId, versions, correctionId: newest?.toString() ?? null }, tools)
  }
}
