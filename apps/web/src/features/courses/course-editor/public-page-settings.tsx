import { coursePageLimits, coursePageTexts } from '@escola/contract/course-pages.contract'
import { Anchor, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSchool } from '../../../session/context.ts'
import { coursePageQueries, useSaveCoursePage } from '../../../ui/courses/course-pages.queries.ts'
import { useConfirmedChange } from '../../../ui/questions/use-confirmed-change.ts'

interface Props {
  link: string
  publishedOn: string | null
  isDraft: boolean
}

/** Opens the course's public page, which is saved at once and not with the course's draft. */
export function PublicPageSettings({ link, publishedOn, isDraft }: Props) {
  const { data } = useQuery(coursePageQueries.settings(useSchool().id, link, { on: publishedOn, isDraft }))
  const { mutateAsync: save } = useSaveCoursePage(link)
  const { run, isPending } = useConfirmedChange()
  const [typed, setTyped] = useState<string>()
  if (!data) return null
  const { is_open, teacher, obstacle } = data.settings
  const saveTeacher = () => {
    if (typed === undefined || typed.trim() === teacher) return setTyped(undefined)
    run({ change: () => save({ teacher: typed }).then(() => setTyped(undefined)), done: 'Salvo.' })
  }
  return (
    <Stack gap="xs">
      <Switch
        label={coursePageTexts.title}
        description={coursePageTexts.describe}
        checked={is_open}
        disabled={isPending || (!is_open && obstacle === 'unpublished')}
        onChange={(event) => {
          const is_open = event.currentTarget.checked
          run({
            change: () => save({ is_open }),
            done: is_open ? coursePageTexts.opened : coursePageTexts.closed,
          })
        }}
      />
      {obstacle && (is_open || obstacle === 'unpublished') && (
        <Text size="sm" c="dimmed">
          {coursePageTexts.obstacles[obstacle]}
        </Text>
      )}
      {is_open && (
        <TextInput
          label={coursePageTexts.teacher}
          placeholder="Nome que aparece na página"
          maxLength={coursePageLimits.teacherMax}
          value={typed ?? teacher}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={saveTeacher}
        />
      )}
      {!obstacle && (
        <Anchor
          size="sm"
          renderRoot={(props) => <Link to="/conheca/$link" params={{ link }} target="_blank" {...props} />}
        >
          {is_open ? 'Ver a página' : coursePageTexts.preview}
        </Anchor>
      )}
    </Stack>
  )
}
