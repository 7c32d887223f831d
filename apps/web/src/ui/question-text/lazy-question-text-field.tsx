import { Skeleton, Stack } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { lazy, Suspense } from 'react'
import type { QuestionTextFieldProps } from './question-text-field.tsx'

const QuestionTextField = lazy(() => import('./question-text-field.tsx'))
const SharedToolbar = lazy(() => import('./shared-toolbar.tsx'))

/** The rest of the form can be used while the text editor is still on its way. */
export const LazyQuestionTextField = (props: QuestionTextFieldProps) => (
  <Suspense
    fallback={
      <Stack gap={4}>
        {!props.onActive && <Skeleton height={20} width={90} />}
        <Skeleton height={props.onActive ? 58 : 150} />
      </Stack>
    }
  >
    <QuestionTextField {...props} />
  </Suspense>
)

/** Toolbar that several short fields share; it acts on the field that was used last. */
export const LazySharedToolbar = (props: { label: string; editor: Editor | null }) => (
  <Suspense fallback={<Skeleton height={48} />}>
    <SharedToolbar {...props} />
  </Suspense>
)
