import { cohorts } from '@escola/contract/cohorts.contract'
import type { Mount } from '../../http/mount.ts'
import {
  addStudent,
  createGateway,
  listGateways,
  openGateway,
  removeGateway,
  updateGateway,
} from './cohorts.service.ts'

export const cohortRoutes = (mount: Mount) => {
  mount(cohorts.list, (school) => listGateways(school))
  mount(cohorts.create, (school, { body }) => createGateway(school, body))
  mount(cohorts.get, (school, { params, query }) => openGateway(school, params.id, query))
  mount(cohorts.update, (school, { params, body }) => updateGateway(school, params.id, body))
  mount(cohorts.remove, (school, { params }) => removeGateway(school, params.id))
  mount(cohorts.addStudent, (school, { params, body }) => addStudent(school, params.id, body))
}
