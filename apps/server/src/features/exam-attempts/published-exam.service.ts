import { ExamSettings, PublishedPart } from '@escola/contract/exam-plan'
import { LRUCache } from 'lru-cache'
import type { School } from '../../core/scope.ts'
import type { PublishedExam } from './exam-attempt-values.ts'
import { findPublishedExam } from './published-exams.queries.ts'

const cachedBytes = 16 * 1024 * 1024

/** Publications as they were read last. Their parts name each question that a draw may ask, and a class that begins would read them by the thousand. */
const publications = new LRUCache<string, { revision: string } & Pick<PublishedExam, 'settings' | 'parts'>>({
  maxSize: cachedBytes,
  sizeCalculation: (entry) => 2 * JSON.stringify(entry).length,
})

/** The assessment that is published for a lesson. */
export async function findPublished(
  { id: schoolId, read }: Pick<School, 'id' | 'read'>,
  lessonId: string,
): Promise<PublishedExam | undefined> {
  const key = `${schoolId} ${lessonId}`
  const known = publications.get(key)
  const row = await findPublishedExam(read, lessonId, known?.revision ?? null)
  if (!row) return undefined
  const { id, course_id: courseId, is_private: isPrivate, number: publication, revision } = row
  const isKnown = known?.revision === revision
  const { settings, parts } = isKnown
    ? known
    : { settings: ExamSettings.parse(row.settings), parts: PublishedPart.array().parse(row.parts) }
  if (!isKnown) publications.set(key, { revision, settings, parts })
  return { id, courseId, lessonId: row.lesson_id, isPrivate, publication, settings, parts }
}
