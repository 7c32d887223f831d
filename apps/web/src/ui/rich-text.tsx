import { lazy, Suspense } from 'react'

const SafeHtml = lazy(() => import('./safe-html.tsx'))

/** Text that somebody wrote in an editor: sanitised when it was saved, and again here. */
export function RichText({ html }: { html: string }) {
  if (!html) return null
  return (
    <Suspense fallback={null}>
      <SafeHtml html={html} />
    </Suspense>
  )
}
