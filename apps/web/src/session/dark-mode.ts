import { accounts } from '@escola/contract/accounts.contract'
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffectEvent, useLayoutEffect } from 'react'
import { api } from '../api/client.ts'
import { notifyError } from '../ui/notify.ts'
import { contextQuery, useUser } from './context.ts'

const schemeOf = (isDark: boolean) => (isDark ? 'dark' : 'light')

/** What the person who is here chose goes before what this device remembers, and is what it remembers from then on. */
export function useOwnScheme() {
  const isDark = useUser()?.dark_mode
  const { setColorScheme } = useMantineColorScheme()
  const apply = useEffectEvent((chosen: boolean) => setColorScheme(schemeOf(chosen)))
  useLayoutEffect(() => {
    if (isDark !== undefined) apply(isDark)
  }, [isDark])
}

/** Chosen, it is shown at once; of a person it is then told to the server, of a visitor this device alone knows it. */
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
    if (!user) return
    try {
      await api(accounts.setDarkMode, { body: { dark_mode } })
    } catch (error) {
      show(!dark_mode)
      notifyError(error)
    }
  }
  return { isDark, choose }
}
