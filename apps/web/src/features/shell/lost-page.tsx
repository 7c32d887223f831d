import { lazy, Suspense } from 'react'
import { useAppContext } from '../../session/context.ts'
import { NotFound } from '../../ui/not-found.tsx'

// Loaded when somebody is lost: the entry stays lean.
const Shell = lazy(() => import('./shell.tsx').then((file) => ({ default: file.Shell })))
const PublicFrame = lazy(() => import('./public-frame.tsx').then((file) => ({ default: file.PublicFrame })))

/** An address that leads nowhere, in the frame that its neighbours have. */
export function LostPage() {
  const { school, user } = useAppContext()
  const Frame = school && user ? Shell : PublicFrame
  return (
    <Suspense fallback={null}>
      <Frame>
        <NotFound />
      </Frame>
    </Suspense>
  )
}
