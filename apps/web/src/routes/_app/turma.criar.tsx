import { createFileRoute, redirect } from '@tanstack/react-router'
import { requireAdmin } from '../../session/guards.ts'
import { newRecordLink } from '../../ui/editor/new-record.ts'

/** Opens the class's own page, in which nothing is made before something is written; until then it goes by this address. */
export const Route = createFileRoute('/_app/turma/criar')({
  beforeLoad: requireAdmin,
  loader: () => {
    throw redirect({
      to: '/turma/$cohortId',
      params: { cohortId: newRecordLink() },
      mask: { to: '/turma/criar' },
      state: { isNew: true },
      replace: true,
    })
  },
})
