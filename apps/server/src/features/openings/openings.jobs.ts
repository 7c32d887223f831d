import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import { tellOfOpenings } from './openings.service.ts'

export const openingHandlers: JobHandler[] = [
  defineHandler(jobs.tellOfOpenings, (school, _, tools, signal) => tellOfOpenings(school, tools, signal)),
]
