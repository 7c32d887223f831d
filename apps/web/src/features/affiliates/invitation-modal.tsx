import type { Franchisor } from '@escola/contract/affiliates.contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { part, usePart } from '../../ui/loading/part.ts'
import { affiliateQueries } from './affiliates.queries.ts'

const dialog = part(() => import('./invitation-dialog.tsx'))

/** The question about invitations, which loads once there is one. It stays after the last answer, so that it closes as other dialogs do. */
export function InvitationModal() {
  const { data } = useQuery(affiliateQueries.franchisors(useSchool().id))
  const pending = data?.pending ?? []
  const [isNeeded, setNeeded] = useState(false)
  if (!isNeeded && pending.length > 0) setNeeded(true)
  return isNeeded && <Question pending={pending} />
}

function Question({ pending }: { pending: Franchisor[] }) {
  const { loaded } = usePart(dialog)
  return loaded && <loaded.InvitationDialog pending={pending} />
}
