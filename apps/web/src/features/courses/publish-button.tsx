import type { Degree } from '@escola/contract/courses.contract'
import { Button } from '@mantine/core'
import { useConfirmedChange } from '../../ui/use-confirmed-change.ts'
import { publishLabel } from './badges.ts'
import { publishQuestion, useCourseReach } from './course-reach.ts'

interface Props {
  course: Degree
  unsaved: unknown
  onPublish: () => Promise<unknown>
}

export const hasDraft = (course: Degree, unsaved: unknown) => course.isDraft || unsaved !== undefined

export function PublishButton({ course, unsaved, onPublish }: Props) {
  const { run, isPending } = useConfirmedChange()
  const reach = useCourseReach(course.link)
  const isPublished = course.utc_published_on !== null
  const publish = () =>
    run({
      question: () => publishQuestion(course, reach),
      change: onPublish,
      done: isPublished ? 'Alterações publicadas!' : 'Curso publicado!',
    })
  return (
    <Button onClick={publish} loading={isPending} disabled={isPublished && !hasDraft(course, unsaved)}>
      {publishLabel(course)}
    </Button>
  )
}
