import { dayMs } from '@escola/contract/durations'
import { type AttemptEnd, attemptEnd, type Circumstances, graceEnd } from '@escola/contract/exam-attempts'
import type { SchoolDb } from '@escola/db'
import { findAccessEnds, findLastSave } from './exam-access.queries.ts'
import type { Sitting } from './exam-attempt-values.ts'

interface Place {
  courseId: string
  isPrivate: boolean
}

/**
 * First moment without access to a lesson; null: the access has no end.
 * @param fallback moment of an end that no row tells, as where its class lost the course
 */
export async function findAccessEnd(
  db: SchoolDb,
  { userId, ...place }: Place & { userId: string },
  now: Date,
  fallback: () => Promise<Date>,
): Promise<Date | null> {
  const { is_endless, ends_on, ended_on } = await findAccessEnds(db, { userId, ...place })
  if (is_endless) return null
  if (ends_on && ends_on > now) return ends_on
  const past = [ends_on, ended_on].filter((moment) => moment !== null && moment <= now).map(Number)
  return past.length > 0 ? new Date(Math.max(...past)) : fallback()
}

/** Circumstances of an attempt that has not been handed in, by the rules that it began with. */
export async function circumstancesOf(db: SchoolDb, sitting: Sitting & Place, now: Date): Promise<Circumstances> {
  const { id, rules, begunOn } = sitting
  const lastDone = async () => (await findLastSave(db, id)) ?? begunOn
  return { rules, now, accessEndsOn: await findAccessEnd(db, sitting, now, lastDone) }
}

/** When the planner looks at an attempt: when its grace is over, and at least each day. */
export function nextLook(sitting: Pick<Sitting, 'begunOn' | 'handedInOn'>, circumstances: Circumstances): Date {
  const end: AttemptEnd | undefined = attemptEnd(sitting, circumstances)
  const tomorrow = circumstances.now.getTime() + dayMs
  return new Date(end ? Math.min(graceEnd(end.on).getTime(), tomorrow) : tomorrow)
}
