import type { Degree } from '@escola/contract/courses.contract'
import { lessonOrder, orderTexts } from '@escola/contract/lesson-order.contract'
import { Stack, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { textOf } from '../../../api/api-error.ts'
import { api } from '../../../api/client.ts'
import { useSchool } from '../../../session/context.ts'
import { courseQueries } from '../courses.queries.ts'
import type { CourseEditorState } from './use-course-editor.ts'

/** The switch of the lessons' order and, before it is published, what it does to students who have begun the course. */
export function OrderSettings({ editor: { course, change, server } }: { editor: CourseEditorState }) {
  const isComing = course.in_order && server.utc_published_on !== null && (server.isDraft || !server.in_order)
  return (
    <Stack gap="xs">
      <Switch
        label={orderTexts.label}
        description={orderTexts.description}
        checked={course.in_order}
        onChange={(event) => change({ in_order: event.currentTarget.checked })}
      />
      {isComing && <Reach course={server} />}
    </Stack>
  )
}

function Reach({ course: { link } }: { course: Degree }) {
  const { id: schoolId } = useSchool()
  const { data, error } = useQuery({
    queryKey: [...courseQueries.all(schoolId), 'order', link],
    queryFn: ({ signal }) => api(lessonOrder.reach, { params: { schoolId, link }, signal }),
    staleTime: 0,
  })
  return (
    <Text size="sm" c={error ? 'danger' : 'dimmed'} role="status">
      {error ? textOf(error) : data ? orderTexts.reach(data.reach) : orderTexts.counting}
    </Text>
  )
}
