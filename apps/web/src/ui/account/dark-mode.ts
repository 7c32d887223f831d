import { accounts } from '@escola/contract/accounts.contract'
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffectEvent, useLayoutEffect } from 'react'
import { api } from '../../api/client.ts'
import { deviceStore } from '../../api/storage.ts'
import { contextQuery, useUser } from '../../session/context.ts'
import { notifyError } from '../notify.ts'

const schemeOf = (isDark: boolean) => (isDark ? 'dark' : 'light')

/** Key under which a device remembers its scheme. */
export const schemeKey = 'escola.scheme'

/**
 * Prefers the user's own scheme to the one that this device remembers, and remembers it from then on. A session of one school can't save a
 * choice, so there it is the device's that counts, once it has one.
 */
export function useOwnScheme() {
  const user = useUser()
  const isDark = user?.dark_mode
  const isSaved = user?.hasOwnSession
  const { setColorScheme } = useMantineColorScheme()
  const apply = useEffectEvent((chosen: boolean) => setColorScheme(schemeOf(chosen)))
  useLayoutEffect(() => {
    if (isDark === undefined) return
    if (isSaved || deviceStore.read(schemeKey) === null) apply(isDark)
  }, [isDark, isSaved])
}

/** Switches the scheme at once; the choice of a user with a session of their own is then saved by the server, any other on this device alone. */
export function useDarkMode() {
  const user = useUser()
  const client = useQueryClient()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'

  const show = (dark_mode: boolean) => {
    setColorScheme(schemeOf(dark_mode))
    client.setQueryData(
      contextQuery.queryKey,
      (context) => context && { ...context, user: context.user && { ...context.user, dark_mode } },
    )
  }
  const choose = async (dark_mode: boolean) => {
    // A context that is on its way would bring back what was.
    if (user) void client.cancelQueries(contextQuery)
    show(dark_mode)
    if (!user?.hasOwnSession) return
    try {
      await api(accounts.setDarkMode, { body: { dark_mode } })
    } catch (error) {
      show(!dark_mode)
      notifyError(error)
    }
  }
  return { isDark, choose }
}
