import { part, usePart } from './part.ts'

const page = part(() => import('./not-found-page.tsx'))
const title = 'Página não encontrada'

/** Page of an address that leads nowhere; it loads when there is one. It suspends nothing: what shows an error may not wait. */
export function NotFound() {
  const { loaded, hasFailed } = usePart(page)
  if (hasFailed) return <h1>{title}</h1>
  return loaded ? <loaded.NotFoundPage title={title} /> : null
}
