import { createFileRoute } from '@tanstack/react-router'
import { AdaptiveFrame } from '../features/shell/adaptive-frame.tsx'
import { framed } from '../features/shell/framed.tsx'
import { Header, PublicHeader } from '../features/shell/header-part.tsx'
import { requireAccount } from '../session/guards.ts'

/** Frame of a user's own pages: inside the school's when there is one, and by itself otherwise. */
export const Route = createFileRoute('/_account')({
  codeSplitGroupings: [],
  beforeLoad: requireAccount,
  ...framed(AdaptiveFrame, Header, PublicHeader),
})
