import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { Shell } from '../features/shell/shell.tsx'
import { requireSchool } from '../session/guards.ts'
import { PageError } from '../ui/page-error.tsx'

export const Route = createFileRoute('/_app')({
  codeSplitGroupings: [],
  beforeLoad: requireSchool,
  component: Shell,
  errorComponent: Failed,
})

/** A page that could not even be fetched says so inside the frame, which is here. */
function Failed({ error }: ErrorComponentProps) {
  return (
    <Shell>
      <PageError error={error} />
    </Shell>
  )
}
