import { createFileRoute, redirect } from '@tanstack/react-router'
import { requireAdmin } from '../../session/guards.ts'
import { newRecordLink } from '../../ui/editor/new-record.ts'

/** Opens the question's own page, in which nothing is made before it is saved; until then it goes by this address. */
export const Route = createFileRoute('/_app/questoes_/criar')({
  beforeLoad: requireAdmin,
  loader: () => {
    throw redirect({
      to: '/questoes/$questionId',
      params: { questionId: newRecordLink() },
      mask: { to: '/questoes/criar' },
      replace: true,
    })
  },
})
