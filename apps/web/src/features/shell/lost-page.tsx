import { NotFound } from '../../ui/loading/not-found.tsx'
import { EitherFrame } from './either-frame.tsx'

/** An address that leads nowhere, in the frame that its neighbours have. */
export const LostPage = () => (
  <EitherFrame>
    <NotFound />
  </EitherFrame>
)
