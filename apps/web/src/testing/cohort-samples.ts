import type { CohortStudent } from '@escola/contract/cohorts.contract'
import type { Import } from '@escola/contract/imports.contract'

export const maria: CohortStudent = {
  user_id: '9',
  link: 'abc',
  name: 'Maria das Dores',
  email: 'maria@exemplo.com',
  cellphone: '',
  origin: 'manual',
  utc_created_on: '2026-03-01T12:00:00.000Z',
  utc_ends_on: null,
  progress: '0.00',
  utc_seen_on: null,
}
export const underWay: Import = {
  id: '4',
  school_gateway_id: '3',
  filename: 'alunos.csv',
  total_students: 1000,
  status: 'running',
  processed: 10,
  created: 0,
  enrolled: 0,
  unchanged: 0,
  renews: false,
  refused: 0,
  failure: null,
  utc_created_on: '2026-03-01T12:00:00.000Z',
  utc_finished_on: null,
  undo: null,
}
