import { type ComponentProps, lazy, Suspense } from 'react'

const BookmarkButton = lazy(() => import('../../ui/bookmark-button.tsx'))

/** Comes after what is studied, into a place that waits for it. */
export const Bookmark = (props: ComponentProps<typeof BookmarkButton>) => (
  <span style={{ width: 44, height: 44 }}>
    <Suspense>
      <BookmarkButton {...props} />
    </Suspense>
  </span>
)
