import { useAppContext } from '../../session/context.ts'
import { NotFound } from '../../ui/not-found.tsx'
import { PublicFrame } from './public-frame.tsx'
import { Shell } from './shell.tsx'

/** An address that leads nowhere, in the frame that its neighbours have. */
export function LostPage() {
  const { school, user } = useAppContext()
  const Frame = school && user ? Shell : PublicFrame
  return (
    <Frame>
      <NotFound />
    </Frame>
  )
}
