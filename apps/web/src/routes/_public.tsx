import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { PublicFrame } from '../features/shell/public-frame.tsx'
import { PageError } from '../ui/page-error.tsx'

export const Route = createFileRoute('/_public')({
  codeSplitGroupings: [],
  component: PublicFrame,
  errorComponent: Failed,
})

/** A page that could not even be fetched says so inside the frame, which is here. */
function Failed({ error }: ErrorComponentProps) {
  return (
    <PublicFrame>
      <PageError error={error} />
    </PublicFrame>
  )
}
