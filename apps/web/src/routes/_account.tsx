import { createFileRoute, type ErrorComponentProps, Outlet } from '@tanstack/react-router'
import { PublicFrame } from '../features/shell/public-frame.tsx'
import { Shell } from '../features/shell/shell.tsx'
import { useAppContext } from '../session/context.ts'
import { requireAccount } from '../session/guards.ts'
import { PageError } from '../ui/page-error.tsx'

/** Around what is a person's own: inside the school where there is one, and by itself where there is none. */
export const Route = createFileRoute('/_account')({
  codeSplitGroupings: [],
  beforeLoad: requireAccount,
  component: Frame,
  errorComponent: Failed,
})

function Frame({ children = <Outlet /> }) {
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
