import {
  type ReleaseNotice,
  type ReleaseNoticeKind,
  releaseNoticeKinds,
  releaseNoticeRights,
} from '@escola/contract/release-notices.contract'
import { done } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import { requireRight, type TeamSchool } from '../../core/scope.ts'
import { countPhonesWithoutCountry } from '../people/phones.service.ts'
import * as queries from './release-notices.queries.ts'

/** Models that sum courses and are stopped, as the page beside the notices lists them. */
interface Known {
  models: { total: number; list: { id: string }[] }
}

/** Counts what a notice is about, as it is now. It runs for a school that has the notice, and for no other. */
const counters: Record<ReleaseNoticeKind, (db: SchoolDb, known: Known) => Promise<Omit<ReleaseNotice, 'kind'>>> = {
  public_class: queries.countPrivateCourses,
  sums: async (_, { models }) => ({ count: models.total, subject_id: models.list[0]?.id ?? null }),
  phones: async (db) => ({ count: await countPhonesWithoutCountry(db), subject_id: null }),
  address: async () => ({ count: 1, subject_id: null }),
}

/** Lists what a release changed for the school and no administrator has read yet, unless nothing is left of it. */
export async function listReleaseNotices(db: SchoolDb, known: Known): Promise<ReleaseNotice[]> {
  const unread = new Set(await queries.listKinds(db))
  const notices: ReleaseNotice[] = []
  for (const kind of releaseNoticeKinds)
    if (unread.has(kind)) notices.push({ kind, ...(await counters[kind](db, known)) })
  return notices.filter(({ count }) => count > 0)
}

export async function readNotice(school: TeamSchool, kind: ReleaseNoticeKind) {
  requireRight(school, releaseNoticeRights[kind])
  await school.tx((db) => queries.deleteNotice(db, kind))
  return done
}
