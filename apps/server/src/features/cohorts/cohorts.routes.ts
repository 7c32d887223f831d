import { cohorts } from '@escola/contract/cohorts.contract'
import type { Mount } from '../../http/mount.ts'
import { forecastSales } from '../integrations/sales-forecast.service.ts'
import {
  addStudent,
  type CohortTools,
  countLosingStudents,
  listCohorts,
  openCohort,
  updateCohort,
} from './cohorts.service.ts'
import { createCohort } from './new-cohorts.service.ts'

export const cohortRoutes = (mount: Mount, tools: CohortTools) => {
  mount(cohorts.list, (school) => listCohorts(school))
  mount(cohorts.create, (school, { body }) => createCohort(school, body, tools))
  mount(cohorts.get, (school, { params, query }) => openCohort(school, { id: params.id, ...query }, tools))
  mount(cohorts.update, (school, { params, body }) => updateCohort(school, { id: params.id, ...body }, tools))
  mount(cohorts.forecastSales, (school, { params, body }) =>
    forecastSales(school, { cohortId: params.id, ...body }, tools),
  )
  mount(cohorts.countLosing, (school, { params, body }) => countLosingStudents(school, { ...params, ...body }, tools))
  mount(cohorts.addStudent, (school, { params, body }) => addStudent(school, { cohortId: params.id, ...body }, tools))
}
