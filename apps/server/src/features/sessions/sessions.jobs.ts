import type { PlatformTools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { definePlatformHandler, type JobHandler } from '../../jobs/handlers.ts'
import { answerMailRequest } from './mail-requests.service.ts'

export const sessionHandlers = (own: Pick<PlatformTools, 'platform'>): JobHandler[] => [
  definePlatformHandler(jobs.answerMailRequest, (request, tools) => answerMailRequest(request, { ...tools, ...own })),
]
