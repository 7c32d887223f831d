import { accounts } from '@escola/contract/accounts.contract'
import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { api } from '../../api/client.ts'
import { useUser } from '../../session/context.ts'
import { notifyError } from '../../ui/notify.ts'

/** Applies at once, and is then told to the server by whoever is signed in. */
export function SchemeToggle() {
  const user = useUser()
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light') === 'dark'
  const toggle = () => {
    setColorScheme(dark ? 'light' : 'dark')
    if (user) api(accounts.setDarkMode, { body: { dark_mode: !dark } }).catch(notifyError)
  }
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      onClick={toggle}
      aria-label={dark ? 'Modo claro' : 'Modo escuro'}
    >
      {dark ? <IconSun size={20} /> : <IconMoon size={20} />}
    </ActionIcon>
  )
}
