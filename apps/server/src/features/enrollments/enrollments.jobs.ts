import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import { notifyOfEnds } from './ending.service.ts'
import { endDue } from './enrollments.service.ts'
import { continueTermChange, stopTermChange } from './term-changes.service.ts'

export const enrollmentHandlers: JobHandler[] = [
  defineHandler(jobs.endDueGrants, (school, _, tools, signal) => endDue(school, tools, signal)),
  ...[jobs.applyTerm, jobs.applySoldTerm].map((job) =>
    defineHandler(
      job,
      (school, { changeId }, tools, signal) => continueTermChange(school, changeId, tools, signal),
      (school, { changeId }, _error, tools) => stopTermChange(school, changeId, tools),
    ),
  ),
  defineHandler(jobs.notifyOfEnds, (school, _, tools, signal) => notifyOfEnds(school, tools, signal)),
]
