import { createFileRoute } from '@tanstack/react-router'
import { EitherFrame } from '../features/shell/either-frame.tsx'
import { framed } from '../features/shell/framed.tsx'
import { Header, PublicHeader } from '../features/shell/header-part.tsx'

/** Pages that every visitor may read, inside the school and out. */
export const Route = createFileRoute('/_info')({
  codeSplitGroupings: [],
  ...framed(EitherFrame, Header, PublicHeader),
})
