import { createFileRoute, redirect } from '@tanstack/react-router'
import { loadCourse } from '../../features/courses/load-editors.ts'
import { requireAdmin } from '../../session/guards.ts'
import { newRecordLink } from '../../ui/editor/new-record.ts'
import { schoolIdOf } from '../-school-id.ts'

/** Opens the lesson's own editor, in which nothing is made before something is written; until then it goes by this address. */
export const Route = createFileRoute('/_app/c/$link/$moduleId/nova-aula')({
  beforeLoad: requireAdmin,
  loader: async ({ context, cause, params }) => {
    await loadCourse({ queryClient: context.queryClient, schoolId: schoolIdOf(context), cause }, params.link)
    throw redirect({
      to: '/c/$link/$classLink',
      params: { link: params.link, classLink: newRecordLink(params.moduleId) },
      mask: { to: '/c/$link/$moduleId/nova-aula', params },
      state: { isNew: true },
      replace: true,
    })
  },
})
