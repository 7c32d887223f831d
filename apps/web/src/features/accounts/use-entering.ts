import type { SignedIn } from '@escola/contract/sessions.contract'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { contextQuery, signIn } from '../../session/context.ts'
import { queryClient } from '../../session/query-client.ts'

/** What follows from a session that has just begun, however: the person goes where they were going. */
export function useEntering() {
  const router = useRouter()
  const { redirect: target = '/' } = useSearch({ from: '/_public/login' })
  const [isRefused, setRefused] = useState(false)

  const enter = async (signedIn: SignedIn) => {
    await signIn(signedIn)
    const context = queryClient.getQueryData(contextQuery.queryKey)
    if (context?.school) {
      // A private school has nothing to show to somebody from elsewhere; its pages would only send them back here.
      if (context.school.is_private && context.school.role.length === 0) return setRefused(true)
      await router.navigate({ href: target })
      return
    }
    const [only, ...others] = context?.schools ?? []
    if (only && others.length === 0) location.assign(`${only.base_path}${target}`)
    else await router.navigate({ to: '/escolas' })
  }
  return { enter, isRefused, forgetRefusal: () => setRefused(false) }
}
