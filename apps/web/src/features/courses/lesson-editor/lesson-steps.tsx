import type { Degree } from '@escola/contract/courses.contract'
import { lessonTitle } from '@escola/contract/titles'
import { Button, Group } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

/** The lessons before and after this one, over module borders. */
export function LessonSteps({ degree, lessonId }: { degree: Degree; lessonId: string }) {
  const lessons = degree.modules.flatMap((module) => module.content)
  const at = lessons.findIndex((lesson) => lesson.id === lessonId)
  const previous = lessons[at - 1]
  const next = at < 0 ? undefined : lessons[at + 1]
  const linkTo = (classLink: string) => (props: Record<string, unknown>) => (
    <Link {...props} to="/c/$link/$classLink" params={{ link: degree.link, classLink }} />
  )
  return (
    <Group justify="space-between">
      {previous ? (
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} />}
          title={lessonTitle(previous)}
          renderRoot={linkTo(previous.link)}
        >
          Aula anterior
        </Button>
      ) : (
        <span />
      )}
      {next && (
        <Button
          variant="default"
          rightSection={<IconArrowRight size={16} />}
          title={lessonTitle(next)}
          renderRoot={linkTo(next.link)}
        >
          Próxima aula
        </Button>
      )}
    </Group>
  )
}
