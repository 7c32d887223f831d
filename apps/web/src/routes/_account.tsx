import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { PublicFrame } from '../features/shell/public-frame.tsx'
import { Shell } from '../features/shell/shell.tsx'
import { useAppContext } from '../session/context.ts'
import { PageError } from '../ui/page-error.tsx'

/** Around what is the person's own, in a school or in none. */
export const Route = createFileRoute('/_account')({
  codeSplitGroupings: [],
  component: Frame,
  errorComponent: Failed,
})

function Frame({ children }: { children?: React.ReactNode }) {
  const { school } = useAppContext()
  return school && !school.is_blocked ? <Shell>{children}</Shell> : <PublicFrame>{children}</PublicFrame>
}

/** A page that could not even be fetched says so inside the frame, which is here. */
function Failed({ error }: ErrorComponentProps) {
  return (
    <Frame>
      <PageError error={error} />
    </Frame>
  )
}
