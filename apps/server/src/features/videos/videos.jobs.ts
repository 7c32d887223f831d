import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import { dropOldVideos } from './videos.service.ts'

export const videoHandlers: JobHandler[] = [
  defineHandler(jobs.dropOldVideos, (school, _, tools, signal) => dropOldVideos(school, tools, signal)),
]
