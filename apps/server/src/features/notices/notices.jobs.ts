import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import { forgetOld, recordFall, tellAdministrators } from './notices.service.ts'

export const noticeHandlers: JobHandler[] = [
  defineHandler(jobs.tellAdministrators, (school, _, tools) => tellAdministrators(school, tools)),
  defineHandler(jobs.recordFall, (school, { movementNumber }, tools) => recordFall(school, movementNumber, tools)),
  defineHandler(jobs.forgetOldNotices, (school, _, tools, signal) => forgetOld(school, tools, signal)),
]
