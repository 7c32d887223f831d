import type { Degree } from '@escola/contract/courses.contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { notifyError, notifySuccess } from '../../ui/notify.ts'
import { publishLabel } from './badges.ts'

interface Props {
  course: Degree
  unsaved: unknown
  onPublish: () => Promise<unknown>
}

export const hasDraft = (course: Degree, unsaved: unknown) => course.isDraft || unsaved !== undefined

export function PublishButton({ course, unsaved, onPublish }: Props) {
  const [busy, setBusy] = useState(false)
  const isPublished = course.utc_published_on !== null
  const publish = async () => {
    if (busy) return
    setBusy(true)
    try {
      await onPublish()
      notifySuccess(isPublished ? 'Alterações publicadas!' : 'Curso publicado!')
    } catch (error) {
      notifyError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button onClick={() => void publish()} loading={busy} disabled={isPublished && !hasDraft(course, unsaved)}>
      {publishLabel(course)}
    </Button>
  )
}
