import type { QueryClient } from '@tanstack/react-query'
import type { ErrorComponentProps, ParsedLocation } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { contextQuery, readViewRole } from '../../session/context.ts'
import { PageError } from '../../ui/loading/page-error.tsx'
import type { Header } from './header-part.tsx'
import { adminMenu } from './menu-entries.ts'

/** A lesson has no header. */
const isLesson = (pathname: string) => /^\/c\/[^/]+\/[^/]/.test(pathname)

/** The parts of a frame come with the page. Without them, the page is there all the same. */
const loadParts =
  (headers: (typeof Header)[]) =>
  async ({ context, location }: { context: { queryClient: QueryClient }; location: ParsedLocation }) => {
    const isAdmin = readViewRole(await context.queryClient.ensureQueryData(contextQuery)) === 'admin'
    const shown = isLesson(location.pathname) ? [] : headers
    await Promise.allSettled([...shown.map((each) => each.preload?.()), isAdmin && adminMenu.load()])
  }

/** A frame around pages. One that could not even be fetched says so inside the frame, which is here. */
export const framed = (Frame: ComponentType<{ children?: ReactNode }>, ...headers: (typeof Header)[]) => ({
  loader: loadParts(headers),
  component: () => <Frame />,
  errorComponent: ({ error }: ErrorComponentProps) => (
    <Frame>
      <PageError error={error} />
    </Frame>
  ),
})
