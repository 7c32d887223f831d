import { students } from '@escola/contract/students.contract'
import type { LifecycleTools } from '../../core/student-lifecycle.ts'
import type { Mount } from '../../http/mount.ts'
import { addKnownStudent, removeStudent, setStudentTerm } from '../cohorts/cohorts.service.ts'
import { findSimilarStudents } from './search/similar-students.service.ts'
import { type CredentialTools, changePassword, makeLink, sendLinkBySms } from './student-credentials.service.ts'
import { exportStudents } from './student-export.service.ts'
import {
  confirmEmail,
  correctStudent,
  eraseStudent,
  listStudents,
  openStudent,
  reissueForStudent,
  resendLink,
  saveNotes,
} from './students.service.ts'

export const studentRoutes = (mount: Mount, tools: CredentialTools & LifecycleTools) => {
  mount(students.list, (school, { query }) => listStudents(school, query, tools))
  mount(students.nearby, (school, { query }) => findSimilarStudents(school, query))
  mount(students.exportFile, (school, { query }) => exportStudents(school, query, tools))
  mount(students.get, (school, { params }) => openStudent(school, params, tools))
  mount(students.updateNotes, (school, { params, body }) => saveNotes(school, { link: params.link, ...body }))
  mount(students.correct, (school, { params, body }) => correctStudent(school, { link: params.link, ...body }, tools))
  mount(students.confirmEmail, (school, { params, body }) => confirmEmail(school, { link: params.link, ...body }))
  mount(students.addToCohort, (school, { params }) =>
    addKnownStudent(school, { cohortId: params.classId, userId: params.userId }, tools),
  )
  mount(students.removeFromCohort, (school, { params }) =>
    removeStudent(school, { cohortId: params.classId, userId: params.userId }, tools),
  )
  mount(students.setTerm, (school, { params, body }) =>
    setStudentTerm(school, { cohortId: params.classId, userId: params.userId, ...body }, tools),
  )
  mount(students.erase, (school, { params }) => eraseStudent(school, params, tools))
  mount(students.updatePassword, (school, { params, body }) =>
    changePassword(school, { userId: params.userId, ...body }, tools),
  )
  mount(students.updateToken, (school, { params }) => makeLink(school, params, tools))
  mount(students.reissueCertificate, (school, { params, body }) =>
    reissueForStudent(school, { userId: params.userId, courseId: body.degreeId }, tools),
  )
  mount(students.resendLink, (school, { body }) =>
    body.type === 'sms' ? sendLinkBySms(school, body, tools) : resendLink(school, body, tools),
  )
}
