import type { QueryClient } from '@tanstack/react-query'
import type { ErrorComponentProps, ParsedLocation } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { contextQuery, readViewRole } from '../../session/context.ts'
import { PageError } from '../../ui/page-error.tsx'
import { Header, PublicHeader } from './header-part.tsx'
import { adminMenu } from './menu-entries.ts'

/** A lesson has no header. */
const isLesson = (pathname: string) => /^\/c\/[^/]+\/[^/]/.test(pathname)

/** What a frame is made of comes with the page. Without it, the page is there all the same. */
async function loadParts({ context, location }: { context: { queryClient: QueryClient }; location: ParsedLocation }) {
  const isAdmin = readViewRole(await context.queryClient.ensureQueryData(contextQuery)) === 'admin'
  const headers = isLesson(location.pathname) ? [] : [Header.preload?.(), PublicHeader.preload?.()]
  await Promise.allSettled([...headers, isAdmin && adminMenu.load()])
}

/** A frame around pages. One that could not even be fetched says so inside the frame, which is here. */
export const framed = (Frame: ComponentType<{ children?: ReactNode }>) => ({
  loader: loadParts,
  component: () => <Frame />,
  errorComponent: ({ error }: ErrorComponentProps) => (
    <Frame>
      <PageError error={error} />
    </Frame>
  ),
})
