import { NotFound } from '../../ui/loading/not-found.tsx'
import { AdaptiveFrame } from './adaptive-frame.tsx'

/** An address that leads nowhere, in the frame that its neighbours have. */
export const LostPage = () => (
  <AdaptiveFrame>
    <NotFound />
  </AdaptiveFrame>
)
