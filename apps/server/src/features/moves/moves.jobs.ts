import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import { moveStudents, stopMove } from './moves.service.ts'

export const moveHandlers: JobHandler[] = [
  defineHandler(
    jobs.moveStudents,
    (school, { moveId }, tools, signal) => moveStudents(school, moveId, tools, signal),
    (school, { moveId }, _error, tools) => stopMove(school, moveId, tools),
  ),
]
