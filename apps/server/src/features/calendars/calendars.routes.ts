import { calendars } from '@escola/contract/calendars.contract'
import type { Mount } from '../../http/mount.ts'
import type { LearningTools } from '../learning/learning.service.ts'
import {
  getCalendar,
  getStudentOpenings,
  listCalendars,
  openForCohort,
  openForStudent,
  saveCalendar,
} from './calendars.service.ts'
import { previewDripping } from './preview.service.ts'

export const calendarRoutes = (mount: Mount, tools: LearningTools) => {
  mount(calendars.preview, (school, { params, query }) => previewDripping(school, { ...params, ...query }))
  mount(calendars.list, (school, { params }) => listCalendars(school, params.id))
  mount(calendars.get, (school, { params }) => getCalendar(school, params))
  mount(calendars.save, (school, { params, body }) => saveCalendar(school, { ...params, ...body }))
  mount(calendars.openForCohort, (school, { params, body }) => openForCohort(school, { ...params, ...body }, tools))
  mount(calendars.ofStudent, (school, { params }) => getStudentOpenings(school, params, tools))
  mount(calendars.openForStudent, (school, { params, body }) => openForStudent(school, { ...params, ...body }, tools))
}
