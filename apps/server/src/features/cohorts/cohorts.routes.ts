import { cohorts } from '@escola/contract/cohorts.contract'
import type { Mount } from '../../http/mount.ts'
import {
  addStudent,
  type CohortTools,
  countLosingStudents,
  createCohort,
  getRemoval,
  listCohorts,
  openCohort,
  removeCohort,
  updateCohort,
} from './cohorts.service.ts'

export const cohortRoutes = (mount: Mount, tools: CohortTools) => {
  mount(cohorts.list, (school) => listCohorts(school))
  mount(cohorts.create, (school, { body }) => createCohort(school, body, tools))
  mount(cohorts.get, (school, { params, query }) => openCohort(school, { id: params.id, ...query }, tools))
  mount(cohorts.update, (school, { params, body }) => updateCohort(school, { id: params.id, ...body }, tools))
  mount(cohorts.countLosing, (school, { params, body }) => countLosingStudents(school, { ...params, ...body }, tools))
  mount(cohorts.getRemoval, (school, { params }) => getRemoval(school, params, tools))
  mount(cohorts.remove, (school, { params }) => removeCohort(school, params, tools))
  mount(cohorts.addStudent, (school, { params, body }) => addStudent(school, { cohortId: params.id, ...body }, tools))
}
