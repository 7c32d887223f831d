import type { ReleaseNotice, ReleaseNoticeKind } from '@escola/contract/release-notices.contract'
import type { SchoolDb } from '@escola/db'

export const listKinds = async (db: SchoolDb): Promise<string[]> =>
  (await db.selectFrom('release_notices').select('kind').orderBy('utc_created_on').orderBy('kind').execute()).map(
    ({ kind }) => kind,
  )

export const deleteNotice = (db: SchoolDb, kind: ReleaseNoticeKind) =>
  db.deleteFrom('release_notices').where('kind', '=', kind).execute()

/** Counts the private courses that the public class names, and that students see. */
export async function countPrivateCourses(db: SchoolDb): Promise<Omit<ReleaseNotice, 'kind'>> {
  const named = await db
    .selectFrom('cohorts as h')
    .innerJoin('cohort_courses as cc', (join) =>
      join.onRef('cc.school_id', '=', 'h.school_id').onRef('cc.cohort_id', '=', 'h.id'),
    )
    .innerJoin('courses as c', (join) =>
      join.onRef('c.school_id', '=', 'cc.school_id').onRef('c.id', '=', 'cc.course_id'),
    )
    .where('h.is_public', '=', true)
    .where('h.is_hidden', '=', false)
    .where('c.is_private', '=', true)
    .where('c.utc_published_on', 'is not', null)
    .select('h.id')
    .execute()
  return { count: named.length, subject_id: named[0]?.id ?? null }
}
