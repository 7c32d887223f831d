import type { SignedIn } from '@escola/contract/sessions.contract'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { loadPage } from '../../api/token.ts'
import { contextQuery, isShutOut, signIn } from '../../session/context.ts'
import { queryClient } from '../../session/query-client.ts'
import { outsideTarget } from '../../session/redirect.ts'

/** Leads a user whose session has just begun, by whichever way, to the page that they were going to. */
export function useEntering() {
  const router = useRouter()
  const { redirect: target = '/' } = useSearch({ from: '/_public/login' })
  const [isRefused, setRefused] = useState(false)

  const enter = async (signedIn: SignedIn) => {
    await signIn(signedIn)
    const context = queryClient.getQueryData(contextQuery.queryKey)
    if (context?.missingFactor)
      return void (await router.navigate({ to: '/verificacao', search: { redirect: target } }))
    if (context?.school) {
      // A private school has nothing to show to a user from elsewhere; its pages would only send them back here.
      if (isShutOut(context)) return setRefused(true)
      await router.navigate({ href: target })
      return
    }
    const outside = outsideTarget(target)
    if (outside) return void (await router.navigate({ href: outside }))
    const [only, ...others] = context?.schools ?? []
    if (only && others.length === 0) loadPage(`${only.base_path}${target}`)
    else await router.navigate({ to: '/escolas' })
  }
  return { enter, isRefused, forgetRefusal: () => setRefused(false) }
}
