import { createFileRoute, redirect } from '@tanstack/react-router'
import { requireAdmin } from '../../session/guards.ts'
import { newRecordLink } from '../../ui/editor/new-record.ts'

/** Opens the course's own editor, in which nothing is made before something is written; until then it goes by this address. */
export const Route = createFileRoute('/_app/curso/$categoryId/novo')({
  beforeLoad: requireAdmin,
  loader: ({ params }) => {
    throw redirect({
      to: '/c/$link',
      params: { link: newRecordLink(params.categoryId) },
      mask: { to: '/curso/$categoryId/novo', params },
      state: { isNew: true },
      replace: true,
    })
  },
})
