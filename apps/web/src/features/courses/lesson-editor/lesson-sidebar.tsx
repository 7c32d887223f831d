import type { Degree } from '@escola/contract/courses.contract'
import { lessonTitle } from '@escola/contract/titles'
import { Badge, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCurrentInView } from '../../../ui/use-current-in-view.ts'
import { badgeLook, isLessonDraft } from '../badges.ts'
import classes from './lesson-editor.module.css'

/** All modules and lessons, with the one that is open marked. */
export function LessonSidebar({ degree, lessonId, title }: { degree: Degree; lessonId: string; title: string }) {
  const list = useCurrentInView<HTMLElement>(lessonId)
  return (
    <nav ref={list} aria-label="Módulos e aulas" className={classes.sidebar}>
      {degree.modules.map((module) => (
        <div key={module.id} className={classes.sideModule}>
          <Text size="xs" fw={650} c="dimmed" className={classes.sideTitle}>
            {module.title}
          </Text>
          {module.content.map((lesson) => (
            <Link
              key={lesson.id}
              to="/c/$link/$classLink"
              params={{ link: degree.link, classLink: lesson.link }}
              className={classes.sideLesson}
              data-current={lesson.id === lessonId || undefined}
              aria-current={lesson.id === lessonId ? 'page' : undefined}
            >
              <span>{lesson.id === lessonId ? title : lessonTitle(lesson)}</span>
              {isLessonDraft(degree, lesson) && (
                <Badge variant="light" color={badgeLook.draft.color} size="xs" tt="none" className={classes.keep}>
                  {badgeLook.draft.label}
                </Badge>
              )}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  )
}
