import '@fontsource-variable/bricolage-grotesque/wght.css'
import '@fontsource-variable/figtree/wght.css'
import '@mantine/core/styles.layer.css'
import './theme/global.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onSessionLost } from './api/client.ts'
import { App } from './app.tsx'
import { leaveToLogin } from './session/leave-to-login.ts'
import { loadContext } from './session/load-context.ts'
import { queryClient } from './session/query-client.ts'
import { createAppRouter } from './session/router.ts'
import { clearStartTrouble, showStartTrouble } from './session/start-trouble.ts'

// After a new version was installed, parts of the old one are gone; a page that misses one loads itself anew, once.
window.addEventListener('vite:preloadError', (event) => {
  const key = 'escola.reloaded-for'
  const missing = String(event.payload)
  if (sessionStorage.getItem(key) === missing) return
  sessionStorage.setItem(key, missing)
  event.preventDefault()
  location.reload()
})

// The page's own skeleton stays until the first screen is ready, so nothing flashes or jumps.
const { school } = await loadContext(showStartTrouble)
clearStartTrouble()
const router = createAppRouter(school)
onSessionLost(() => void leaveToLogin(router))
await router.load()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
