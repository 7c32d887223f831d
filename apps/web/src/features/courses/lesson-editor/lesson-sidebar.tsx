import type { Degree } from '@escola/contract/courses.contract'
import { lessonTitle, newLessonTitle } from '@escola/contract/titles'
import { Badge } from '@mantine/core'
import { IconChevronDown, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCurrentInView } from '../../../ui/use-current-in-view.ts'
import { badgeLook, isLessonDraft } from '../badges.ts'
import { useFolded } from '../use-folded.ts'
import classes from './lesson-sidebar.module.css'

/** All modules and lessons, with the one that is open marked. */
export function LessonSidebar({ degree, lessonId, title }: { degree: Degree; lessonId: string; title: string }) {
  const list = useCurrentInView<HTMLElement>(lessonId)
  const { isFolded, fold } = useFolded(degree.id, degree.modules)
  return (
    <nav ref={list} aria-label="Módulos e aulas" className={classes.sidebar}>
      {degree.modules.map((module) => (
        <details
          key={module.id}
          className={classes.module}
          open={!isFolded(module.id)}
          onToggle={({ currentTarget: { open } }) => {
            // Around the lesson that is written it opens by itself; that is nobody's wish.
            const isOwn = module.content.some(({ id }) => id === lessonId)
            if (open === isFolded(module.id) && !(open && isOwn)) fold([module.id], !open)
          }}
        >
          <summary className={classes.title}>
            <span>{module.title}</span>
            <IconChevronDown size={16} className={classes.chevron} aria-hidden />
          </summary>
          {module.content.map((lesson) => (
            <Link
              key={lesson.id}
              to="/c/$link/$classLink"
              params={{ link: degree.link, classLink: lesson.link }}
              className={classes.lesson}
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
          <Link
            to="/c/$link/$moduleId/nova-aula"
            params={{ link: degree.link, moduleId: module.id }}
            preload={false}
            className={classes.new}
            aria-label={`${newLessonTitle} em ${module.title}`}
          >
            <IconPlus size={16} aria-hidden />
            {newLessonTitle}
          </Link>
        </details>
      ))}
    </nav>
  )
}
