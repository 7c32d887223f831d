import type { ExamException } from '@escola/contract/exam-exceptions'
import type { ExamSettings } from '@escola/contract/exam-plan'
import type { SchoolDb } from '@escola/db'
import { toException } from './exam-attempt-values.ts'
import { listExceptionsOf } from './exceptions.queries.ts'

interface Asked {
  examId: string
  userId: string
  settings: ExamSettings
}

/** Exceptions that count for students at assessments, in the order given; null where there is none. */
export async function readExceptions(db: SchoolDb, asked: Asked[]): Promise<(ExamException | null)[]> {
  if (asked.length === 0) return []
  const unique = (ids: string[]) => [...new Set(ids)]
  const rows = await listExceptionsOf(db, {
    examIds: unique(asked.map(({ examId }) => examId)),
    userIds: unique(asked.map(({ userId }) => userId)),
  })
  return asked.map(({ examId, userId, settings }) => {
    const own = rows.filter((row) => row.exam_id === examId && row.counts_for === userId)
    return toException(own.length > 0 ? own : null, userId, settings) ?? null
  })
}
