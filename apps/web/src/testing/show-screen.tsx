import { firstPalette } from '@escola/contract/palettes'
import { rightsOf, type TeamRole } from '@escola/contract/permissions'
import type { Context, School, TeamPlace, User } from '@escola/contract/schools.contract'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { ApiError } from '../api/api-error.ts'
import { contextQuery } from '../session/context.ts'
import { queryClient } from '../session/query-client.ts'
import { cssVariablesResolver, themeOf } from '../theme/theme.ts'
import { PageError } from '../ui/loading/page-error.tsx'
import { PageSkeleton } from '../ui/loading/page-skeleton.tsx'
import { NoticeHost } from '../ui/notify.ts'

export const school: School = {
  id: '7',
  name: 'Escola do Mar',
  email: 'contato@mar.example',
  cellphone: '11912345678',
  phone_e164: '+5511912345678',
  role: ['student'],
  platform_view: false,
  can_join: false,
  erased_here: false,
  namespace: { namespace: 'mar', domain: '' },
  namespaces: [{ namespace: 'mar', domain: '' }],
  link: 'mar',
  base_path: '/mar',
  ui_theme: '',
  theme_colors: firstPalette,
  logo_square_url: '',
  logo_dark_square_url: '',
  logo_wide_url: '',
  logo_dark_wide_url: '',
  is_private: false,
  is_blocked: false,
  blocked_reason: '',
  is_academy: false,
  use_own_domain: false,
  google_analytics_code: '',
  facebook_pixel: '',
  assistant_name: 'Sensei',
  gallery_sentence: '',
  assistant_avatar_url: '',
  has_rank: false,
  has_notifications: false,
  has_support: false,
  has_certificate: true,
  has_affiliation: false,
  has_api: false,
  has_multiple_users: false,
  has_video_upload: false,
  has_ended_mails: true,
  plan_id: 'onDemand',
  plan_name: 'On Demand',
  utc_created_on: '2026-01-01T12:00:00.000Z',
}
export const student: User = {
  id: '70',
  user_id: '70',
  name: 'Ana Souza',
  email: 'ana@mar.example',
  cellphone: '11987654321',
  cpf: '',
  role: 'student',
  dark_mode: false,
  link: 'ana-souza',
  profile_img_url: '',
  profile_description: '',
  karma: 0,
  isAdminOfMoreSchools: false,
  hasOwnSession: true,
  utc_deletion_due_on: null,
  utc_created_on: '2026-01-01T12:00:00.000Z',
}
/** Context of a visitor without a school. */
export const nowhere: Context = {
  user: null,
  school: null,
  team: null,
  students: { total: 0 },
  courses: { total: 0, published: 0, hasLesson: false },
  schools: [],
  bank: { balance: '0.00', points: 0 },
  resource: { plan_id: 'onDemand', plan_name: 'On Demand', price_ssl: '0.50', free_students: 15 },
  billing: true,
  gatewayList: [],
  ownCohort: null,
  threads: { waiting: 0 },
  openAnswers: { waiting: 0 },
  sales: { waiting: 0 },
  acl: { degrees: {}, school_gateways: { hasPublicAccess: false, hasAllAccess: false, allDegrees: [] } },
  bookmarks: [],
  certificateList: [],
  templateSchools: [],
  mailboxUrl: null,
  academyUrl: null,
  notifications: { unread: 0 },
  support: { email: '', url: '' },
  missingFactor: null,
}
/** A server's refusal is no news to a test. */
export const reportUnlessShown = (error: unknown) => error instanceof ApiError || console.error(error)

/** A place in the team of the school with these roles. */
export const teamOf = (roles: TeamRole[], degree_ids: string[] = []): TeamPlace => {
  const { everywhere, inCourses } = rightsOf({ roles, courseIds: degree_ids })
  const rights = { permissions: [...everywhere], course_permissions: [...inCourses] }
  return { roles, ...rights, degree_ids, may_publish: true, owner_name: 'Helena Prado' }
}

export type Viewer = 'student' | 'admin' | 'visitor'

/** Context of a user inside the school. */
export const contextOf = (as: Viewer): Context => ({
  ...nowhere,
  user: as === 'visitor' ? null : student,
  school: { ...school, role: as === 'visitor' ? [] : [as] },
  team: as === 'admin' ? teamOf(['owner']) : null,
})

/** A context whose administrator has no place in the team is an owner's. */
export const withTeam = (context: Context): Context =>
  context.team || !context.school?.role.includes('admin') ? context : { ...context, team: teamOf(['owner']) }

interface Screen {
  /** The address that is opened. */
  at: string
  /** Route of the screen: '/c/$link'. */
  route: string
  /** Given the route's parameters. */
  show: (params: Record<string, string>) => ReactNode
  /** Loads what the screen reads, as its route's loader does. */
  load?: (client: QueryClient, params: Record<string, string>) => Promise<unknown>
  as?: Viewer
  /** Values of the context that differ from those of such a viewer. */
  context?: Partial<Context>
}

/** Opens one screen as its route would, with the session and providers of the app; every other address shows its own path. */
export async function showScreen({ at, route, show, load, as = 'student', context = {} }: Screen) {
  const { queries, mutations } = queryClient.getDefaultOptions()
  const client = new QueryClient({ defaultOptions: { queries: { ...queries, retry: false }, mutations } })
  client.setQueryData(contextQuery.queryKey, withTeam({ ...contextOf(as), ...context }))
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <NoticeHost />
      </>
    ),
  })
  const screen = createRoute({
    getParentRoute: () => root,
    path: route,
    loader: ({ params }) => load?.(client, params as Record<string, string>),
    component: function Screen() {
      return show(screen.useParams() as Record<string, string>)
    },
  })
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => <p>Outra página</p> })
  const home = createRoute({ getParentRoute: () => root, path: '/', component: () => <p>Página inicial</p> })
  const routes = route === '/' ? [screen, elsewhere] : [screen, home, elsewhere]
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [at] }),
    defaultErrorComponent: PageError,
    defaultPendingComponent: PageSkeleton,
  })
  await router.load()
  render(
    <MantineProvider theme={themeOf()} cssVariablesResolver={cssVariablesResolver} env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
    { onCaughtError: reportUnlessShown },
  )
  return { router, client, path: () => router.state.location.pathname }
}
