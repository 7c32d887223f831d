import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { useAppContext } from './session/context.ts'
import type { AppRouter } from './session/router.ts'
import { cssVariablesResolver, themeOf } from './theme/theme.ts'

const schemeManager = localStorageColorSchemeManager({ key: 'escola.scheme' })

export function App({ router }: { router: AppRouter }) {
  const { school } = useAppContext()
  return (
    <MantineProvider
      theme={themeOf(school?.ui_theme)}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={schemeManager}
      defaultColorScheme="auto"
    >
      <RouterProvider router={router} />
    </MantineProvider>
  )
}
