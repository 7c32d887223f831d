import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import { copyEdition } from './copying.service.ts'
import { type EditionTools, settleEditions } from './settling.service.ts'
import { settleAll } from './spreading.service.ts'

/** Jobs of the franchisor's school. Two of them open the schools of its affiliates too, one after the other. */
export const editionHandlers = ({ openSchool }: Pick<EditionTools, 'openSchool'>): JobHandler[] => [
  defineHandler(jobs.spreadEditions, (school) => settleAll(school)),
  defineHandler(jobs.verifyEditions, (school) => settleAll(school, { verify: true })),
  defineHandler(jobs.settleEditions, (school, payload, tools, signal) =>
    settleEditions(school, payload, { ...tools, openSchool }, signal),
  ),
  defineHandler(jobs.copyEdition, (school, payload, tools, signal) =>
    copyEdition(school, payload, { ...tools, openSchool }, signal),
  ),
]
