import { policyPage } from '@escola/contract/pages.contract'
import type { School } from '@escola/contract/schools.contract'
import type { RegisteredRouter } from '@tanstack/react-router'
import { onceAdministrator } from '../../session/once-administrator.ts'
import { askConsent, readConsent } from './consent.ts'
import { startGoogle, startMeta, stopServices, type TrackPage } from './services.ts'

/** Says whether a path holds a user's secret, which no service may read. */
const isPersonal = (place: string) => /^\/(?:activate|welcome|recover|login)\/./.test(place)

/**
 * Counts the pages of a visitor who agrees, with the services that the school has set up. Nothing is fetched from them before. Who runs the school
 * is no visitor.
 */
export function startMeasuring(router: Pick<RegisteredRouter, 'state' | 'subscribe' | 'basepath'>, school: School) {
  const { id, role, google_analytics_code, facebook_pixel } = school
  if (role.includes('admin')) return
  const addressOf = (pathname: string) =>
    `${location.origin}${router.basepath === '/' ? '' : router.basepath}${pathname}`
  const begin = () => {
    let trackers: TrackPage[] | undefined
    let reportedPath = ''
    const track = () => {
      const { pathname } = router.state.location
      if (isPersonal(pathname) || pathname === reportedPath) return
      reportedPath = pathname
      trackers ??= [
        ...(google_analytics_code ? [startGoogle(google_analytics_code)] : []),
        ...(facebook_pixel ? [startMeta(facebook_pixel)] : []),
      ]
      // The search is left out, because it may hold what a user looked for.
      for (const each of trackers) each(addressOf(pathname))
    }
    track()
    const unsubscribe = router.subscribe('onResolved', track)
    end = () => {
      unsubscribe()
      if (trackers) stopServices(school)
    }
  }
  let end = () => {}
  const answer = readConsent(id)
  if (answer === 'yes') begin()
  else if (answer === undefined) end = askConsent(id, addressOf(`/${policyPage}`), begin)
  onceAdministrator(() => end())
}
