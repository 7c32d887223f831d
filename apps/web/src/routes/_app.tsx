import { createFileRoute } from '@tanstack/react-router'
import { framed } from '../features/shell/framed.tsx'
import { Header } from '../features/shell/header-part.tsx'
import { Shell } from '../features/shell/shell.tsx'
import { requireSchool } from '../session/guards.ts'

export const Route = createFileRoute('/_app')({
  codeSplitGroupings: [],
  beforeLoad: requireSchool,
  ...framed(Shell, Header),
})
