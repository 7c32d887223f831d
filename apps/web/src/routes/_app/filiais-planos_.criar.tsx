import { createFileRoute, redirect } from '@tanstack/react-router'
import { requireAdmin } from '../../session/guards.ts'
import { newRecordLink } from '../../ui/editor/new-record.ts'

/** Opens the plan's own page, in which nothing is made before something is written; until then it goes by this address. */
export const Route = createFileRoute('/_app/filiais-planos_/criar')({
  beforeLoad: requireAdmin,
  loader: () => {
    throw redirect({
      to: '/filiais-planos/$planId',
      params: { planId: newRecordLink() },
      mask: { to: '/filiais-planos/criar' },
      state: { isNew: true },
      replace: true,
    })
  },
})
