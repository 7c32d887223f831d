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
  const lessonLine = (lesson: LessonSummary) => (
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
        // Around the lesson that is written it opens by itself; that is nobody's wish.
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
            {/* While it is folded it is text, which a search in the page finds: hundreds of links would make every step wait. */}
            {isOwn || !isFolded(module.id) ? (
              <>
                {module.content.map(lessonLine)}
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

/** What each letter of a title draws again is the line of that lesson. */
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
