import { Anchor } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'

const PurchaseHelpDialog = lazy(() => import('./purchase-help.tsx'))

/** Leads a buyer without access to the dialog that finds their purchase; few need it, so it loads when it is asked for. */
export function PurchaseHelpLink() {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Anchor component="button" type="button" size="sm" c="dimmed" ta="start" onClick={() => setAsked(true)}>
        Comprei e não recebi o acesso
      </Anchor>
      {isAsked && (
        <Suspense fallback={null}>
          <PurchaseHelpDialog onGone={() => setAsked(false)} />
        </Suspense>
      )}
    </>
  )
}
