import { Skeleton, Stack } from '@mantine/core'
import { type ComponentProps, lazy, Suspense } from 'react'

const RichTextField = lazy(() => import('./rich-text-field.tsx'))

/** The rest of the form can be used while the text editor is still on its way. */
export function LazyRichTextField(props: ComponentProps<typeof RichTextField>) {
  return (
    <Suspense
      fallback={
        <Stack gap={4}>
          <Skeleton height={20} width={90} />
          <Skeleton height={196} />
        </Stack>
      }
    >
      <RichTextField {...props} />
    </Suspense>
  )
}
