import type { StudentDegree } from '@escola/contract/learning.contract'
import { VisuallyHidden } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { findHolder, listOwnLessons } from './lesson-order.ts'
import { LessonRow } from './lesson-row.tsx'
import classes from './module-list.module.css'

type StudentModule = StudentDegree['modules'][number]
interface Props {
  degree: StudentDegree
  currentLink?: string
}

/** The modules of a course; each opens and closes by itself, with what comes next already open. None closes under the pointer. */
export function ModuleList({ degree, currentLink }: Props) {
  const [shown] = useState(currentLink ?? degree.nextContentLink)
  return (
    <div className={classes.list}>
      {degree.modules.map((module, index) => {
        const isOpen = module.content.some((lesson) => lesson.link === shown) || (shown === null && index === 0)
        return <Module key={module.id} {...{ degree, module, isOpen, currentLink }} />
      })}
    </div>
  )
}

function Module({ degree, module, isOpen, currentLink }: Props & { module: StudentModule; isOpen: boolean }) {
  // A list that was never opened is text, which a search in the page finds: hundreds of links would make every step wait.
  const [isSeen, setSeen] = useState(isOpen)
  const markSeen = () => setSeen(true)
  const own = listOwnLessons(module)
  const hasLinks = isSeen || module.content.some(({ link }) => link === currentLink)
  return (
    // React writes 'open' only when it changes, and this never does: the user's choice stays.
    <details className={classes.module} open={isOpen} onToggle={markSeen}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it is a button of the browser's; its lessons are there before it opens */}
      <summary className={classes.summary} onClick={markSeen}>
        <span className={classes.title}>{module.title}</span>
        <span className={classes.count}>
          {own.filter((lesson) => lesson.isComplete).length} de {own.length}
          <VisuallyHidden component="span"> aulas concluídas</VisuallyHidden>
        </span>
        <IconChevronDown size={18} className={classes.chevron} aria-hidden />
      </summary>
      <ul className={classes.lessons}>
        {module.content.map((lesson) => (
          <li key={lesson.id}>
            {hasLinks ? (
              <LessonRow
                degreeLink={degree.link}
                lesson={lesson}
                isCurrent={lesson.link === currentLink}
                holder={findHolder(degree, lesson)}
              />
            ) : (
              lesson.title
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
