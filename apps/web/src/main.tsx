import '@fontsource/bricolage-grotesque/700.css'
import '@fontsource-variable/figtree/wght.css'
import '@mantine/core/styles.layer.css'
import './theme/global.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { onSessionLost } from './api/client.ts'
import { forgetEarly } from './api/early.ts'
import { carryByLinks, carryOnLeaving } from './api/token.ts'
import { App } from './app.tsx'
import { createAppRouter } from './router.ts'
import { KeptOnDevice, keptKey } from './session/kept-on-device.ts'
import { leavePage } from './session/leave-to-login.ts'
import { loadContext } from './session/load-context.ts'
import { onceAdministrator } from './session/once-administrator.ts'
import { queryClient } from './session/query-client.ts'
import { rememberSchool } from './session/remember-school.ts'
import { clearStartTrouble, showStartTrouble } from './session/start-trouble.ts'
import { deferredPart } from './ui/loading/deferred-part.ts'
import { markMissingPart } from './ui/loading/missing-part.ts'
import { tolerateMovedNodes } from './ui/loading/moved-nodes.ts'
import { whenIdle } from './ui/loading/part.ts'

tolerateMovedNodes()
addEventListener('vite:preloadError', markMissingPart)

/** Waits until the browser has handled other tasks, such as a touch. */
const waitForTask = () => new Promise<void>((resolve) => setTimeout(resolve))

async function start() {
  // The page's own skeleton stays until the first screen is ready, so nothing flashes or jumps.
  const { school, user } = await loadContext(showStartTrouble)
  clearStartTrouble()
  if (school) rememberSchool(school.base_path)
  await waitForTask()
  const router = createAppRouter(school)
  onSessionLost((error) => void leavePage(router, error))
  await router.load()
  forgetEarly()
  await waitForTask()

  const root = createRoot(document.getElementById('root')!)
  // The page is drawn in slices, so that a touch is answered in between.
  startTransition(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <App router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  )

  // The notices load now, because without a connection it is too late to fetch them. A form's error lines come after a user has typed.
  carryOnLeaving()
  carryByLinks()
  whenIdle(async () => {
    const { dropStrayClicks, keepClicks, watchOwner } = await deferredPart.load()
    keepClicks()
    dropStrayClicks()
    watchOwner(router)
  })
  const loadAfterStart = () => import('./features/platform/start/after-start.ts')
  if (school?.platform_view || document.querySelector('meta[name^=escola]'))
    whenIdle(async () => (await loadAfterStart()).loadAfterStart(school))
  if (!school?.role.includes('admin'))
    onceAdministrator((now) => whenIdle(async () => (await loadAfterStart()).loadForAdministrator(now)))
  // A school may count its visitors, of those who agree.
  if (school?.google_analytics_code || school?.facebook_pixel)
    whenIdle(async () => (await import('./features/measuring/measuring.ts')).startMeasuring(router, school))
  // A student's marks that were made without a connection wait on this device, and are sent from whichever page they open first.
  if (school && user && new KeptOnDevice(keptKey('marks', school.id, user.id)).isKept()) {
    whenIdle(async () => {
      const { lessonMarks } = await import('./features/learning/lesson-marks.ts')
      await lessonMarks(queryClient, school.id, user.id).send()
    })
  }
}

void start()
