import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { PublicHeader } from '../features/shell/header-part.tsx'
import { PublicFrame } from '../features/shell/public-frame.tsx'
import { PageError } from '../ui/page-error.tsx'

export const Route = createFileRoute('/_public')({
  codeSplitGroupings: [],
  loader: async () => {
    // Without it, the page is there all the same.
    await Promise.allSettled([PublicHeader.preload?.()])
  },
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
