import type { School } from '@escola/contract/schools.contract'
import type { Icon } from '@tabler/icons-react'

export interface MenuEntry {
  label: string
  to: string
  icon: Icon
  /** Number of items that wait there. */
  waiting?: number
  /** Part of the context that counts them. */
  counts?: 'threads' | 'sales'
  /** Feature of the school without which the entry is left out. */
  needs?: keyof { [K in keyof School as School[K] extends boolean ? K : never]: true }
}
