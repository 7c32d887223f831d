import { minuteMs } from '@escola/contract/durations'
import {
  type AttemptResult,
  examAttempts,
  type LessonExam,
  type RunningAttempt,
} from '@escola/contract/exam-attempts.contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { nounKey } from '../../ui/nouns.ts'

const resultKey = (schoolId: string, attemptId: string) =>
  [...nounKey(schoolId, 'examAttempts'), 'result', attemptId] as const
const begunKey = (schoolId: string, attemptId: string) => ['begun attempt', schoolId, attemptId]

export const examAttemptQueries = {
  /** Assessment of a lesson, asked for again when an attempt ends or the next one may begin. */
  state: (schoolId: string, contentId: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'examAttempts'), 'state', contentId],
      queryFn: async ({ signal }) => (await api(examAttempts.state, { params: { schoolId, contentId }, signal })).exam,
      refetchOnWindowFocus: 'always',
      refetchInterval: ({ state }) => computeInterval(state.data),
    }),
  result: (schoolId: string, attemptId: string) =>
    queryOptions({
      queryKey: resultKey(schoolId, attemptId),
      queryFn: async ({ signal }) =>
        (await api(examAttempts.result, { params: { schoolId, attemptId }, signal })).result,
    }),
}

/** Milliseconds until the assessment may change next, but never too few, because this device's clock may be wrong. */
function computeInterval(exam: LessonExam | undefined, now = Date.now()): number | false {
  const moments = [exam?.utc_next_on, exam?.running?.utc_ends_on].flatMap((utc) => (utc ? [Date.parse(utc) - now] : []))
  return moments.length > 0 && Math.min(Math.max(Math.min(...moments), 5000), 10 * minuteMs)
}

/** Hands an attempt that has just begun to its page, which needn't open it. */
export const leaveBegun = (client: QueryClient, schoolId: string, attempt: RunningAttempt) =>
  client.setQueryData<RunningAttempt>(begunKey(schoolId, attempt.id), attempt)

export function takeBegun(client: QueryClient, schoolId: string, attemptId: string): RunningAttempt | undefined {
  const queryKey = begunKey(schoolId, attemptId)
  const begun = client.getQueryData<RunningAttempt>(queryKey)
  client.removeQueries({ queryKey })
  return begun
}

/** Applies what followed from the end of an attempt: its result, the mark, the lesson that is complete by it, the course's certificate. */
export function applyEnd(client: QueryClient, schoolId: string, attemptId: string, result?: AttemptResult) {
  const nouns = ['examAttempts', 'learning', 'certificates'] as const
  for (const noun of nouns) void client.invalidateQueries({ queryKey: nounKey(schoolId, noun) })
  if (result) client.setQueryData(resultKey(schoolId, attemptId), result)
}
