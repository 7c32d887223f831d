import type { Degree } from '@escola/contract/courses.contract'
import { limits } from '@escola/contract/limits'
import { useDebouncedCallback } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { publishLabel } from './badges.ts'
import { useAudience } from './course-audience.ts'
import { publishQuestion, useCourseReach } from './course-reach.ts'
import { PublishedDialog } from './published-dialog.tsx'

interface Props {
  course: Degree
  unsaved: unknown
  onPublish: () => Promise<unknown>
}

export const hasDraft = (course: Degree, unsaved: unknown) => course.isDraft || unsaved !== undefined

export function PublishButton({ course, unsaved, onPublish }: Props) {
  const { run, isPending } = useConfirmedChange()
  const [isShown, setShown] = useState(false)
  const reach = useCourseReach(course.link)
  const { loadCohorts, makePrivate } = useAudience(course.link)
  const isPrivateWanted = useRef(false)
  const isPublished = course.utc_published_on !== null
  const isIdle = isPublished && !hasDraft(course, unsaved)
  const publish = useDebouncedCallback(() => {
    if (isIdle) return
    run({
      question: () => {
        isPrivateWanted.current = false
        const onPrivate = () => {
          isPrivateWanted.current = true
        }
        return publishQuestion(course, { reach, cohorts: loadCohorts, onPrivate })
      },
      change: async () => {
        if (isPrivateWanted.current) await makePrivate()
        await onPublish()
        // A course that comes out needs its first students; a change of it needs nothing more.
        if (!isPublished) setShown(true)
      },
      ...(isPublished && { done: 'Alterações publicadas!' }),
    })
  }, limits.publishClickMs)
  return (
    <>
      <BusyButton onClick={publish} busy={isPending} data-disabled={isIdle || undefined} aria-disabled={isIdle}>
        {publishLabel(course)}
      </BusyButton>
      <PublishedDialog course={course} isOpen={isShown} onClose={() => setShown(false)} />
    </>
  )
}
