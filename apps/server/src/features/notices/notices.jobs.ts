import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import { forgetOld, recordFall, sendDueDigest } from './notices.service.ts'

export const noticeHandlers: JobHandler[] = [
  defineHandler(jobs.sendDueDigest, (school, _, tools) => sendDueDigest(school, tools)),
  defineHandler(jobs.recordFall, (school, { movementNumber }, tools) => recordFall(school, movementNumber, tools)),
  defineHandler(jobs.forgetOldNotices, (school, _, tools, signal) => forgetOld(school, tools, signal)),
]
