import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { Greeting } from './greeting.tsx'
import classes from './phone-menu.module.css'
import { Menu } from './sidebar.tsx'

/** The sidebar of a phone: a native dialog, which keeps the focus inside and closes by Escape. */
export function PhoneMenu({ trigger }: { trigger: (open: () => void) => ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [opened, setOpened] = useState(false)
  const open = () => {
    dialog.current?.showModal()
    setOpened(true)
  }
  const close = () => dialog.current?.close()
  const closeAfterChoice = (event: MouseEvent) => {
    const target = event.target as Element
    if (target === dialog.current || target.closest('a, [data-switch]')) close()
  }
  return (
    <>
      {trigger(open)}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a dialog closes by Escape already; the click is on its links and its backdrop */}
      <dialog
        ref={dialog}
        className={classes.drawer}
        aria-label="Menu"
        onClick={closeAfterChoice}
        onClose={() => setOpened(false)}
      >
        {opened && (
          <div className={classes.inside}>
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Fechar menu" onClick={close} ml="auto">
              <IconX size={20} />
            </ActionIcon>
            <Greeting />
            <Menu />
          </div>
        )}
      </dialog>
    </>
  )
}
