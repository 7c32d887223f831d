import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import { forgetOld, noteFall, tellAdministrators } from './notices.service.ts'

export const noticeHandlers: JobHandler[] = [
  defineHandler(jobs.tellAdministrators, (school, _, tools) => tellAdministrators(school, tools)),
  defineHandler(jobs.noteFall, (school, { movementNumber }, tools) => noteFall(school, movementNumber, tools)),
  defineHandler(jobs.forgetOldNotices, (school, _, tools, signal) => forgetOld(school, tools, signal)),
]
