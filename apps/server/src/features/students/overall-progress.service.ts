import type { SchoolDb } from '@escola/db'
import { progressText } from '../learning/progress.service.ts'
import { listOverallProgress } from './overall-progress.queries.ts'

/** Progress of students in the courses of all their classes, by their ids; those whom their classes open no lesson are left out. */
export async function readOverallProgress(db: SchoolDb, ids: string[]): Promise<Map<string, string>> {
  const rows = ids.length > 0 ? await listOverallProgress(db, ids) : []
  const opened = rows.filter(({ lessons }) => lessons > 0)
  return new Map(opened.map(({ user_id, lessons, completed }) => [user_id, progressText(completed, lessons)]))
}
