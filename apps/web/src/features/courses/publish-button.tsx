import type { Degree } from '@escola/contract/courses.contract'
import { limits } from '@escola/contract/limits'
import { accessRequest } from '@escola/contract/permission-texts'
import { CloseButton, Group, Popover, Text } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { ApiError, textOf } from '../../api/api-error.ts'
import { useAppContext } from '../../session/context.ts'
import { useRights } from '../../session/rights.ts'
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
  const [unready, setUnready] = useState<ApiError>()
  const button = useRef<HTMLButtonElement>(null)
  const reach = useCourseReach(course.link)
  const { loadCohorts, makePrivate } = useAudience(course.link)
  const isPrivateWanted = useRef(false)
  const isPublished = course.utc_published_on !== null
  const { team } = useAppContext()
  const mayPrivate = useRights().may('courses')
  const isIdle = isPublished && !hasDraft(course, unsaved)
  const publish = useDebouncedCallback(() => {
    if (isIdle) return
    setUnready(undefined)
    run({
      question: () => {
        isPrivateWanted.current = false
        const onPrivate = () => {
          isPrivateWanted.current = true
        }
        return publishQuestion(course, { reach, cohorts: loadCohorts, onPrivate: mayPrivate ? onPrivate : undefined })
      },
      change: async () => {
        if (isPrivateWanted.current) await makePrivate()
        await onPublish()
        // A course that comes out needs its first students; a change of it needs nothing more.
        if (!isPublished) setShown(true)
      },
      ...(isPublished && { done: 'Alterações publicadas!' }),
      // It says what to mend, and a notice would be gone before that is done.
      showFailure: (error) => {
        const isUnready = error instanceof ApiError && error.code === 'exam_unready'
        if (isUnready) setUnready(error)
        return isUnready
      },
    })
  }, limits.publishClickMs)
  const close = () => {
    setUnready(undefined)
    button.current?.focus()
  }
  if (!team?.may_publish)
    return (
      <Text size="sm" c="dimmed">
        {accessRequest.publishing(team?.owner_name)}
      </Text>
    )
  return (
    <>
      <Popover
        opened={unready !== undefined}
        onChange={close}
        closeOnClickOutside={false}
        withRoles={false}
        position="bottom-end"
        width={320}
      >
        <Popover.Target>
          <BusyButton
            ref={button}
            onClick={publish}
            busy={isPending}
            data-disabled={isIdle || undefined}
            aria-disabled={isIdle}
          >
            {publishLabel(course)}
          </BusyButton>
        </Popover.Target>
        <Popover.Dropdown>
          <Group gap="xs" wrap="nowrap" align="flex-start" justify="space-between">
            <Text size="sm" role="alert">
              {unready && textOf(unready)}
            </Text>
            <CloseButton aria-label="Fechar o aviso" onClick={close} />
          </Group>
        </Popover.Dropdown>
      </Popover>
      <PublishedDialog course={course} isOpen={isShown} onClose={() => setShown(false)} />
    </>
  )
}
