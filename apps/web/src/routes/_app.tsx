import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { Header } from '../features/shell/header-part.tsx'
import { adminMenu } from '../features/shell/menu-entries.ts'
import { Shell } from '../features/shell/shell.tsx'
import { requireSchool } from '../session/guards.ts'
import { PageError } from '../ui/page-error.tsx'
import { viewRoleOf } from './-view-role.ts'

/** A lesson has no header. */
const isLesson = (pathname: string) => /^\/c\/[^/]+\/[^/]/.test(pathname)

export const Route = createFileRoute('/_app')({
  codeSplitGroupings: [],
  beforeLoad: requireSchool,
  // What the frame is made of comes with the page. Without it, the page is there all the same.
  loader: async ({ context, location }) => {
    const isAdmin = (await viewRoleOf(context)) === 'admin'
    const parts = [isLesson(location.pathname) || Header.preload?.(), isAdmin && adminMenu.load()]
    await Promise.allSettled(parts)
  },
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
