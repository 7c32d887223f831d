import { copies } from '@escola/contract/copies.contract'
import type { Degree } from '@escola/contract/courses.contract'
import type { ResponseOf } from '@escola/contract/route'
import { courseTitle } from '@escola/contract/titles'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { makeOnce } from '../../api/make-once.ts'
import { contextQuery, useSchool } from '../../session/context.ts'
import { notifySuccess } from '../../ui/notify.ts'
import type { CopyTarget } from './copy-dialog.tsx'
import { courseQueries, storeCourse } from './courses.queries.ts'

/** Copies of a course and its parts. Each answers the course that has the copy, which all screens of the author show from then on. */
export function useCopies() {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const keep = ({ school, degree }: ResponseOf<typeof copies.course>): Degree => {
    client.setQueryData(courseQueries.categories(schoolId).queryKey, school)
    storeCourse(client, schoolId, degree)
    return degree
  }
  /** A copy in another course is out of sight. */
  const sayWhere = (degree: Degree, from: string) =>
    notifySuccess(degree.id === from ? 'Cópia criada' : `Cópia criada em “${courseTitle(degree)}”`)
  return {
    async copyCourse(id: string) {
      const copy = (idempotencyKey: string) =>
        api(copies.course, { params: { schoolId }, body: { id }, idempotencyKey })
      const degree = keep(await makeOnce(`copy of course ${id}`, copy))
      // The context counts the school's courses.
      void client.invalidateQueries(contextQuery)
      return degree
    },
    async copyModule(id: string, from: string, { to_degree_id }: CopyTarget) {
      const body = { id, degree_id: from, to_degree_id }
      const copy = (idempotencyKey: string) => api(copies.module, { params: { schoolId }, body, idempotencyKey })
      const degree = keep(await makeOnce(`copy of module ${id} in ${to_degree_id}`, copy))
      sayWhere(degree, from)
      return degree
    },
    async copyLesson(id: string, from: string, target: CopyTarget) {
      const body = { id, degree_id: from, ...target }
      const copy = (idempotencyKey: string) => api(copies.lesson, { params: { schoolId }, body, idempotencyKey })
      const degree = keep(await makeOnce(`copy of lesson ${id} in ${target.to_module_id}`, copy))
      sayWhere(degree, from)
      return degree
    },
  }
}
