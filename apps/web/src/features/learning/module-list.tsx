import type { StudentDegree } from '@escola/contract/learning.contract'
import { VisuallyHidden } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { ownLessons } from './lesson-order.ts'
import { LessonRow } from './lesson-row.tsx'
import classes from './module-list.module.css'

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
        const own = ownLessons(module)
        const complete = own.filter((lesson) => lesson.isComplete).length
        const isOpen = module.content.some((lesson) => lesson.link === shown) || (shown === null && index === 0)
        return (
          // React writes 'open' only when it changes, and this never does: what the person opened or closed stays so.
          <details key={module.id} className={classes.module} open={isOpen}>
            <summary className={classes.summary}>
              <span className={classes.title}>{module.title}</span>
              <span className={classes.count}>
                {complete} de {own.length}
                <VisuallyHidden component="span"> aulas concluídas</VisuallyHidden>
              </span>
              <IconChevronDown size={18} className={classes.chevron} aria-hidden />
            </summary>
            <ul className={classes.lessons}>
              {module.content.map((lesson) => (
                <li key={lesson.id}>
                  <LessonRow degreeLink={degree.link} lesson={lesson} isCurrent={lesson.link === currentLink} />
                </li>
              ))}
            </ul>
          </details>
        )
      })}
    </div>
  )
}
