import { students } from '@escola/contract/students.contract'
import type { Mount } from '../../http/mount.ts'
import { reissueCertificate } from '../certificates/certificates.service.ts'
import { openStudent, removeFromCohort, resendLink, saveNotes, searchStudents } from './students.service.ts'

export const studentRoutes = (mount: Mount) => {
  mount(students.list, (school, { query }) => searchStudents(school, query))
  mount(students.get, (school, { params }) => openStudent(school, params.link))
  mount(students.updateNotes, (school, { params, body }) => saveNotes(school, params.link, body.notes))
  mount(students.removeFromCohort, (school, { params }) => removeFromCohort(school, params.userId, params.classId))
  mount(students.reissueCertificate, async (school, { params, body }) => {
    const certificate = await reissueCertificate(school, { userId: params.userId, degreeId: body.degreeId })
    return { certificate }
  })
  mount(students.resendLink, (school, { body }) => resendLink(school, body.email))
}
