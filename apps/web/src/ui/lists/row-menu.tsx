import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface RowMenuProps {
  /** Names whose acts they are: every row of a list has such a button. */
  label: string
  busy?: boolean
  /** Items of the menu. */
  children: ReactNode
}

/** Acts of a row behind one button, so that a list isn't a column of buttons. */
export const RowMenu = ({ label, busy = false, children }: RowMenuProps) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} aria-busy={busy}>
        <IconDots size={18} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)
