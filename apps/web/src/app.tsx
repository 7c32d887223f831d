import { localStorageColorSchemeManager, MantineProvider, type MantineProviderProps } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import type { AppRouter } from './router.ts'
import { useAppContext } from './session/context.ts'
import { readCover, subscribeToCover } from './session/page-cover.ts'
import { cssVariablesResolver, themeOf } from './theme/theme.ts'
import { schemeKey } from './ui/account/dark-mode.ts'

const schemeManager = localStorageColorSchemeManager({ key: schemeKey })

/** @param env 'test' where nothing is laid out and nothing may move */
export function App({ router, env }: { router: AppRouter; env?: MantineProviderProps['env'] }) {
  const { school } = useAppContext()
  const cover = useSyncExternalStore(subscribeToCover, readCover)
  return (
    <MantineProvider
      env={env}
      theme={themeOf(school?.theme_colors)}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={schemeManager}
      defaultColorScheme="auto"
    >
      {cover ?? <RouterProvider router={router} />}
    </MantineProvider>
  )
}
