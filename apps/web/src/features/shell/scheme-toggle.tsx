import { ActionIcon } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useDarkMode } from '../../ui/account/dark-mode.ts'

export function SchemeToggle() {
  const { isDark, choose } = useDarkMode()
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      onClick={() => void choose(!isDark)}
      aria-label={isDark ? 'Modo claro' : 'Modo escuro'}
    >
      {isDark ? <IconSun size={20} /> : <IconMoon size={20} />}
    </ActionIcon>
  )
}
