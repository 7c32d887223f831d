import { practice } from '@escola/contract/practice.contract'
import { CachedRateLimit } from '../../http/cached-rate-limit.ts'
import type { Counters } from '../../http/counter-store.ts'
import type { Mount } from '../../http/mount.ts'
import type { CountedReaders } from '../charges/counted-readers.service.ts'
import type { LearningTools } from '../learning/learning.service.ts'
import { answerPractice, beginPractice, getPractice } from './practice.service.ts'

interface RouteTools extends LearningTools {
  counters: Counters
  readers: CountedReaders
}

export const practiceRoutes = (mount: Mount, tools: RouteTools) => {
  const counting = { ...tools, limit: new CachedRateLimit(tools.counters, tools.now) }
  mount(practice.state, (school, { params }) => getPractice(school, params, tools))
  mount(practice.begin, async (school, { params }) => {
    const begun = await beginPractice(school, params, counting)
    if (begun.questions.length > 0) await tools.readers.record(school, tools)
    return begun
  })
  mount(practice.answer, (school, { params, body }) => answerPractice(school, { ...params, ...body }, counting))
}
