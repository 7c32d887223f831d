import { lazyRouteComponent } from '@tanstack/react-router'

/** Page of an address that leads nowhere; it loads when there is one. */
export const NotFound = lazyRouteComponent(() => import('./not-found-page.tsx'), 'NotFoundPage')
