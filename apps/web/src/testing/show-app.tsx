import type { Context } from '@escola/contract/schools.contract'
import { schools } from '@escola/contract/schools.contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import { onSessionLost } from '../api/client.ts'
import { App } from '../app.tsx'
import { createAppRouter } from '../router.ts'
import { contextQuery } from '../session/context.ts'
import { leavePage } from '../session/leave-to-login.ts'
import { queryClient } from '../session/query-client.ts'
import type { fakeServer } from './fake-server.ts'
import { contextOf, reportUnlessShown, type Viewer, withTeam } from './show-screen.tsx'

const { queries, mutations } = queryClient.getDefaultOptions()

/** The app itself, at a path inside the school of its context; the context is asked for again after a sign-in. */
export async function showApp(server: ReturnType<typeof fakeServer>, path: string, context: () => Context) {
  server.on(schools.context, () => withTeam(context()))
  queryClient.clear()
  // A failure in a test is not tried again.
  queryClient.setDefaultOptions({ queries: { ...queries, retry: false }, mutations })
  const { school } = await queryClient.fetchQuery(contextQuery)
  const router = createAppRouter(school, createMemoryHistory({ initialEntries: [`${school?.base_path ?? ''}${path}`] }))
  onSessionLost((error) => void leavePage(router, error))
  await router.load()
  // Within an act that isn't awaited, React never tries a part again whose module came late.
  await act(async () => {
    render(
      <QueryClientProvider client={queryClient}>
        <App router={router} env="test" />
      </QueryClientProvider>,
      { onCaughtError: reportUnlessShown },
    )
  })
  return { router, client: queryClient, at: () => router.state.location.href }
}

/** A page of the school at its own address, with its loader and guard. */
export const showPage = (server: ReturnType<typeof fakeServer>, path: string, as: Viewer = 'admin') =>
  showApp(server, path, () => contextOf(as))
