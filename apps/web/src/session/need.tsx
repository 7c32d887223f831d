import type { Permission } from '@escola/contract/permissions'
import type { ReactNode } from 'react'
import { useRights } from './rights.ts'

interface Props {
  right: Permission
  children: ReactNode
}

/** Shows to those who have a right in the whole school what only they can do. */
export const Need = ({ right, children }: Props) => useRights().may(right) && children
