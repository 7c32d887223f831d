import { handedInWays } from '@escola/contract/exam-attempts.contract'
import type { TimelineEvent } from '@escola/contract/timeline.contract'
import type { SchoolDb } from '@escola/db'
import type { Student } from './access.queries.ts'
import * as queries from './exam-events.queries.ts'
import type { Asked } from './ranges.queries.ts'

/** Events of a student's assessments. */
export async function listExamEvents(db: SchoolDb, student: Student, asked: Asked): Promise<TimelineEvent[]> {
  return [
    ...(await queries.listAttemptEvents(db, student, asked)).map(toAttemptEvent),
    ...(await queries.listExceptionEvents(db, student, asked)).map(toExceptionEvent),
    ...(await queries.listLateEvents(db, student, asked)).map(toLateEvent),
    ...(await queries.listCorrectedEvents(db, student, asked)).map(toCorrectedEvent),
  ]
}

const common = ({ key, moment, course, lesson }: { key: string; moment: Date; course: string; lesson: string }) => ({
  key,
  utc_on: moment.toISOString(),
  course,
  lesson,
})

function toAttemptEvent({ kind, how, points, total, ...row }: queries.AttemptEventRow): TimelineEvent {
  if (kind !== 'exam_handed_in') return { kind, ...common(row) }
  const way = handedInWays.find((each) => each === how) ?? 'student'
  return { kind, ...common(row), how: way, points, total: total ?? 0 }
}

const toExceptionEvent = (row: queries.ExceptionEventRow): TimelineEvent => ({
  kind: 'exam_exception',
  ...common(row),
  exception: {
    more_attempts: row.more_attempts,
    more_minutes: row.more_minutes,
    utc_closes_on: row.closes_on?.toISOString() ?? null,
  },
  set_by: row.set_by,
})

const toCorrectedEvent = (row: queries.CorrectedEventRow): TimelineEvent => ({
  kind: 'exam_corrected',
  ...common(row),
  answers: row.answers,
  set_by: row.set_by,
})

const toLateEvent = (row: queries.LateEventRow): TimelineEvent => ({
  kind: 'exam_late_counted',
  ...common(row),
  answers: row.answers,
  set_by: row.set_by,
})
