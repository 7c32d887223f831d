import { examAttempts } from '@escola/contract/exam-attempts.contract'
import { CachedRateLimit } from '../../http/cached-rate-limit.ts'
import type { Counters } from '../../http/counter-store.ts'
import type { Mount } from '../../http/mount.ts'
import type { CountedReaders } from '../charges/counted-readers.service.ts'
import type { LearningTools } from '../learning/learning.service.ts'
import { beginAttempt } from './beginning.service.ts'
import { getResult, handIn, openAttempt, saveAnswers } from './exam-attempts.service.ts'
import { getLessonExam } from './lesson-exam.service.ts'

interface RouteTools extends LearningTools {
  counters: Counters
  readers: CountedReaders
}

/** A whole class calls these in the same second, and each finds its rows by keys. */
const kept = { plans: 'kept' } as const

export const examAttemptRoutes = (mount: Mount, tools: RouteTools) => {
  const counting = { ...tools, limit: new CachedRateLimit(tools.counters, tools.now) }
  mount(examAttempts.state, (school, { params }) => getLessonExam(school, params, tools), kept)
  mount(
    examAttempts.begin,
    async (school, { params }) => {
      const begun = await beginAttempt(school, params, counting)
      await tools.readers.record(school, tools)
      return begun
    },
    kept,
  )
  mount(examAttempts.open, (school, { params }) => openAttempt(school, params, counting), kept)
  mount(examAttempts.save, (school, { params, body }) => saveAnswers(school, { ...params, ...body }, counting), kept)
  mount(examAttempts.handIn, (school, { params, body }) => handIn(school, { ...params, ...body }, counting), kept)
  mount(examAttempts.result, (school, { params }) => getResult(school, params, tools), kept)
}
