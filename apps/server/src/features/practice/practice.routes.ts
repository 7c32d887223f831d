import { practice } from '@escola/contract/practice.contract'
import type { Mount } from '../../http/mount.ts'
import type { CountedReaders } from '../charges/counted-readers.service.ts'
import type { AttemptTools } from '../exam-attempts/exam-attempts.service.ts'
import { answerPractice, beginPractice, getPractice } from './practice.service.ts'

interface RouteTools extends AttemptTools {
  readers: CountedReaders
}

export const practiceRoutes = (mount: Mount, tools: RouteTools) => {
  mount(practice.state, (school, { params }) => getPractice(school, params, tools))
  mount(practice.begin, async (school, { params }) => {
    const begun = await beginPractice(school, params, tools)
    if (begun.questions.length > 0) await tools.readers.record(school, tools)
    return begun
  })
  mount(practice.answer, (school, { params, body }) => answerPractice(school, { ...params, ...body }, tools))
}
