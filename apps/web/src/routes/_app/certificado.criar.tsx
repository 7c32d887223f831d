import { createFileRoute, redirect } from '@tanstack/react-router'
import { requireAdmin } from '../../session/guards.ts'
import { newRecordLink } from '../../ui/editor/new-record.ts'

/** Opens the model's own page, in which nothing is made before it is saved; until then it goes by this address. */
export const Route = createFileRoute('/_app/certificado/criar')({
  beforeLoad: requireAdmin,
  loader: () => {
    throw redirect({
      to: '/certificado/$certificateId',
      params: { certificateId: newRecordLink() },
      mask: { to: '/certificado/criar' },
      replace: true,
    })
  },
})
