import { createFileRoute } from '@tanstack/react-router'
import { EitherFrame } from '../features/shell/either-frame.tsx'
import { framed } from '../features/shell/framed.tsx'
import { Header, PublicHeader } from '../features/shell/header-part.tsx'
import { requireAccount } from '../session/guards.ts'

/** Frame of a user's own pages: inside the school's when there is one, and by itself otherwise. */
export const Route = createFileRoute('/_account')({
  codeSplitGroupings: [],
  beforeLoad: requireAccount,
  ...framed(EitherFrame, Header, PublicHeader),
})
