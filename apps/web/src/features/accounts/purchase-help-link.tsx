import { Anchor } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'

const PurchaseHelpDialog = lazy(() => import('./purchase-help.tsx'))

/** Leads a buyer without access to the dialog that finds their purchase; few need it, so it loads when it is asked for. */
export function PurchaseHelpLink({ label = 'Comprei e não recebi o acesso' }: { label?: string }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Anchor component="button" type="button" size="sm" c="dimmed" ta="start" onClick={() => setAsked(true)}>
        {label}
      </Anchor>
      {isAsked && (
        <Suspense fallback={null}>
          <PurchaseHelpDialog onGone={() => setAsked(false)} />
        </Suspense>
      )}
    </>
  )
}
