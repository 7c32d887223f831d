import { createFileRoute } from '@tanstack/react-router'
import { framed } from '../features/shell/framed.tsx'
import { PublicHeader } from '../features/shell/header-part.tsx'
import { PublicFrame } from '../features/shell/public-frame.tsx'

export const Route = createFileRoute('/_public')({
  codeSplitGroupings: [],
  ...framed(PublicFrame, PublicHeader),
})
