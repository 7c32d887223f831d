import { jobs } from '../../jobs/catalogue.ts'
import { handles, type JobHandler } from '../../jobs/handlers.ts'
import { dropOldVideos } from './videos.service.ts'

export const videoJobs: JobHandler[] = [
  handles(jobs.dropOldVideos, (school, _, tools, signal) => dropOldVideos(school, tools, signal)),
]
