import { createFileRoute } from '@tanstack/react-router'
import { EitherFrame } from '../features/shell/either-frame.tsx'
import { framed } from '../features/shell/framed.tsx'
import { Header, PublicHeader } from '../features/shell/header-part.tsx'
import { requireAccount } from '../session/guards.ts'

/** Around what is a person's own: inside the school where there is one, and by itself where there is none. */
export const Route = createFileRoute('/_account')({
  codeSplitGroupings: [],
  beforeLoad: requireAccount,
  ...framed(EitherFrame, Header, PublicHeader),
})
