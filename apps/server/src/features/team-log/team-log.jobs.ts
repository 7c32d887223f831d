import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import { forgetOldChanges } from './team-log.service.ts'

export const teamLogHandlers: JobHandler[] = [
  defineHandler(jobs.forgetOldTeamChanges, (school, _, tools, signal) => forgetOldChanges(school, tools, signal)),
]
