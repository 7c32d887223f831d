import { examAttempts } from '@escola/contract/exam-attempts.contract'
import type { Mount } from '../../http/mount.ts'
import type { CountedReaders } from '../charges/counted-readers.service.ts'
import { beginAttempt } from './beginning.service.ts'
import { type AttemptTools, getResult, handIn, openAttempt, saveAnswers } from './exam-attempts.service.ts'
import { getLessonExam } from './lesson-exam.service.ts'

interface RouteTools extends AttemptTools {
  readers: CountedReaders
}

/** A whole class calls these in the same second, and each finds its rows by keys. */
const kept = { plans: 'kept' } as const

export const examAttemptRoutes = (mount: Mount, tools: RouteTools) => {
  mount(examAttempts.state, (school, { params }) => getLessonExam(school, params, tools), kept)
  mount(
    examAttempts.begin,
    async (school, { params }) => {
      const begun = await beginAttempt(school, params, tools)
      await tools.readers.record(school, tools)
      return begun
    },
    kept,
  )
  mount(examAttempts.open, (school, { params }) => openAttempt(school, params, tools), kept)
  mount(examAttempts.save, (school, { params, body }) => saveAnswers(school, { ...params, ...body }, tools), kept)
  mount(examAttempts.handIn, (school, { params, body }) => handIn(school, { ...params, ...body }, tools), kept)
  mount(examAttempts.result, (school, { params }) => getResult(school, params, tools), kept)
}
