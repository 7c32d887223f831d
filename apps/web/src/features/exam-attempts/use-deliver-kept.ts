import type { LessonExam } from '@escola/contract/exam-attempts.contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSchool, useUser } from '../../session/context.ts'
import { applyEnd } from './exam-attempts.queries.ts'
import { forgetDrafts, forgetKept, listKeptEpochs, sendKept } from './kept-answers.ts'

/** Sends answers that a closed page left on this device: they count while the attempt runs, and are kept as late ones once it is over. */
export function useDeliverKept(exam: LessonExam | undefined) {
  const client = useQueryClient()
  const schoolId = useSchool().id
  const userId = useUser()?.id ?? ''
  const overIds = exam?.past.map(({ id }) => id).join() ?? ''
  const runningId = exam?.running?.id ?? ''
  useEffect(() => {
    const attempts = [runningId, ...overIds.split(',')].filter(Boolean)
    for (const attemptId of attempts) {
      const place = { schoolId, userId, attemptId }
      if (attemptId !== runningId) forgetDrafts(place)
      if (listKeptEpochs(place).length === 0) continue
      sendKept(place).then(
        () => {
          if (attemptId === runningId) return
          forgetKept(place)
          applyEnd(client, schoolId, attemptId)
        },
        // The next visit tries again.
        () => {},
      )
    }
  }, [client, schoolId, userId, overIds, runningId])
}
