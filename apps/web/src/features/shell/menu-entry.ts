import type { School } from '@escola/contract/schools.contract'
import type { Icon } from '@tabler/icons-react'

export interface MenuEntry {
  label: string
  /** Word on a phone's bar, where the label has no room; a part of the label. */
  short?: string
  to: string
  /** First parts of other paths that belong to it. */
  holds?: string[]
  icon: Icon
  /** Number of items that wait there. */
  waiting?: number
  /** Part of the context that counts them. */
  counts?: 'threads' | 'openAnswers' | 'sales'
  /** Feature of the school without which the entry is left out. */
  needs?: keyof { [K in keyof School as School[K] extends boolean ? K : never]: true }
}

export interface MenuGroup {
  /** Goes on for the groups after it that have none. */
  heading?: string
  entries: MenuEntry[]
}
