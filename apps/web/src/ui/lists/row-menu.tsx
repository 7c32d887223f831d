import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'

interface RowMenuProps {
  /** Names whose acts they are: every row of a list has such a button. */
  label: string
  busy?: boolean
  /** Items of the menu. */
  children: ReactNode
}

/** Acts of a row behind one button, so that a list isn't a column of buttons. */
export function RowMenu({ label, busy = false, children }: RowMenuProps) {
  const opener = useRef<HTMLButtonElement>(null)
  // A dialog that an item opens gives the focus back to what had it: the item is gone by then, its button stays.
  const focusOpener = () => opener.current?.focus({ preventScroll: true })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon ref={opener} variant="subtle" color="gray" size={36} aria-label={label} aria-busy={busy}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={focusOpener}>{children}</Menu.Dropdown>
    </Menu>
  )
}
