import type { Degree, LessonSummary } from '@escola/contract/courses.contract'
import { lessonTitle, newLessonTitle } from '@escola/contract/titles'
import { Badge } from '@mantine/core'
import { IconChevronDown, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useCurrentInView } from '../../../ui/use-current-in-view.ts'
import { badgeLook, isLessonDraft } from '../badges.ts'
import { useFolded } from '../use-folded.ts'
import classes from './lesson-sidebar.module.css'

/** All modules and lessons, with the one that is open marked. */
export function LessonSidebar({ degree, lessonId, title }: { degree: Degree; lessonId: string; title: string }) {
  const list = useCurrentInView<HTMLElement>(lessonId)
  const { isFolded, fold } = useFolded(degree.id, degree.modules)
  const renderLesson = (lesson: LessonSummary) => (
    <LessonLine
      key={lesson.id}
      link={degree.link}
      classLink={lesson.link}
      title={lesson.id === lessonId ? title : lessonTitle(lesson)}
      isCurrent={lesson.id === lessonId}
      isDraft={isLessonDraft(degree, lesson)}
    />
  )
  return (
    <nav ref={list} aria-label="Módulos e aulas" className={classes.sidebar}>
      {degree.modules.map((module) => {
        // The module of the edited lesson opens by itself; the user's choice is not touched.
        const isOwn = module.content.some(({ id }) => id === lessonId)
        return (
          <details
            key={module.id}
            className={classes.module}
            open={!isFolded(module.id)}
            onToggle={({ currentTarget: { open } }) => {
              if (open === isFolded(module.id) && !(open && isOwn)) fold([module.id], !open)
            }}
          >
            <summary className={classes.title}>
              <span>{module.title}</span>
              <IconChevronDown size={16} className={classes.chevron} aria-hidden />
            </summary>
            {/* A folded module is text, which a search in the page finds: hundreds of links would make every step wait. */}
            {isOwn || !isFolded(module.id) ? (
              <>
                {module.content.map(renderLesson)}
                <NewLesson link={degree.link} moduleId={module.id} title={module.title} />
              </>
            ) : (
              module.content.map((lesson) => (
                <p key={lesson.id} className={classes.lesson}>
                  {lessonTitle(lesson)}
                </p>
              ))
            )}
          </details>
        )
      })}
    </nav>
  )
}

interface LineProps {
  link: string
  classLink: string
  title: string
  isCurrent: boolean
  isDraft: boolean
}

/** A line is memoised, so that a typed letter of a title draws the line of its lesson alone. */
const LessonLine = memo(function LessonLine({ link, classLink, title, isCurrent, isDraft }: LineProps) {
  return (
    <Link
      to="/c/$link/$classLink"
      params={{ link, classLink }}
      className={classes.lesson}
      data-current={isCurrent || undefined}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <span>{title}</span>
      {isDraft && (
        <Badge variant="light" color={badgeLook.draft.color} size="xs" tt="none" className={classes.keep}>
          {badgeLook.draft.label}
        </Badge>
      )}
    </Link>
  )
})

const NewLesson = memo(function NewLesson({ link, moduleId, title }: Record<'link' | 'moduleId' | 'title', string>) {
  return (
    <Link
      to="/c/$link/$moduleId/nova-aula"
      params={{ link, moduleId }}
      preload={false}
      className={classes.new}
      aria-label={`${newLessonTitle} em ${title}`}
    >
      <IconPlus size={16} aria-hidden />
      {newLessonTitle}
    </Link>
  )
})
