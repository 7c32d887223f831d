import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './exam-attempts.module.css'
import { type Ahead, listFacts, nameKind } from './exam-words.ts'

interface FrameProps {
  title: string
  aside?: ReactNode
  children: ReactNode
}

/** Card of the lesson's page, which loads none of the program's dialogs and forms for it. */
export const ExamFrame = ({ title, aside, children }: FrameProps) => (
  <section aria-label={title} className={classes.card}>
    <div className={classes.cardHead}>
      <Title order={2} size="h3">
        {title}
      </Title>
      {aside}
    </div>
    {children}
  </section>
)

interface CardProps extends Omit<FrameProps, 'title'> {
  exam: Ahead
}

/** Card of an assessment: its rules, with the way into it below. */
export const ExamCard = ({ exam, children, ...frame }: CardProps) => (
  <ExamFrame title={nameKind(exam.settings.kind)} {...frame}>
    <ul className={classes.facts}>
      {listFacts(exam).map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
    {children}
  </ExamFrame>
)
