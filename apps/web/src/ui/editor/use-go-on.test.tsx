import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useGoOn } from './use-go-on.ts'

/** Questions to a page that wait for their answer. */
const held: (() => void)[] = []
const slowly = () => new Promise<void>((resolve) => held.push(resolve))
const answerAll = () =>
  act(async () => {
    for (const answer of held.splice(0)) answer()
  })

let goOn: ReturnType<typeof useGoOn>
function Editor() {
  goOn = useGoOn()
  return <p>Editor</p>
}

async function open() {
  const root = createRootRoute({ component: Outlet })
  const editor = createRoute({
    getParentRoute: () => root,
    path: '/editor/$id',
    // Some pages have one of their own.
    pendingMs: 0,
    component: Editor,
    // The guards run like this; the route is asked again although the rest is ready.
    beforeLoad: ({ params }) => (params.id === 'new' ? undefined : slowly()),
  })
  const other = createRoute({
    getParentRoute: () => root,
    path: '/other',
    component: () => <p>Outra</p>,
    loader: slowly,
  })
  const router = createRouter({
    routeTree: root.addChildren([editor, other]),
    history: createMemoryHistory({ initialEntries: ['/editor/new'] }),
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: () => <p>Carregando</p>,
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
  })
  await router.load()
  render(<RouterProvider router={router as never} />)
  await screen.findByText('Editor')
  return router
}
const turn = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)))

it('keeps the skeleton from the editor that takes its address, and from no page that is opened meanwhile', async () => {
  const router = await open()
  const going = goOn({ to: '/editor/7' } as never)
  await turn()
  await answerAll()
  await turn()
  // Ready, and asked for once more.
  expect(held).toHaveLength(1)
  expect(document.body.textContent).toBe('Editor')
  void router.navigate({ to: '/other' } as never)
  await turn()
  expect(screen.getByText('Carregando')).toBeTruthy()
  await answerAll()
  await going
  expect(await screen.findByText('Outra')).toBeTruthy()
})
