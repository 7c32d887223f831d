import { createFileRoute } from '@tanstack/react-router'
import { AdaptiveFrame } from '../features/shell/adaptive-frame.tsx'
import { framed } from '../features/shell/framed.tsx'
import { Header, PublicHeader } from '../features/shell/header-part.tsx'

/** Frame of pages that stand inside the school for its users, and by themselves for others. */
export const Route = createFileRoute('/_info')({
  codeSplitGroupings: [],
  ...framed(AdaptiveFrame, Header, PublicHeader),
})
