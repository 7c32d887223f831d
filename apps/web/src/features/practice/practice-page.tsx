import { practiceLimits } from '@escola/contract/practice-due'
import { practiceTexts } from '@escola/contract/practice-texts'
import { VisuallyHidden } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { useDocumentTitle } from '../../ui/page.tsx'
import classes from './practice.module.css'
import { askRound, practiceQueries } from './practice.queries.ts'
import { PracticeQuestionView } from './practice-question.tsx'
import { RoundEnd } from './round-end.tsx'
import { useRound } from './use-round.ts'

/** A student's round of questions: nothing counts, and leaving loses nothing. */
export function PracticePage({ link }: { link: string }) {
  const schoolId = useSchool().id
  const { data, dataUpdatedAt } = usePrefetchedQuery(practiceQueries.round(schoolId, link))
  useDocumentTitle(practiceTexts.label)
  return <Round key={dataUpdatedAt} link={link} round={data} />
}

type RoundData = Awaited<ReturnType<typeof askRound>>

function Round({ link, round: { questions, practice } }: { link: string; round: RoundData }) {
  const client = useQueryClient()
  const schoolId = useSchool().id
  const round = useRound(link, questions)
  const left = Math.max(0, practice.due - questions.length)
  if (!round.asked)
    return (
      <RoundEnd
        link={link}
        right={round.right}
        answered={round.answered}
        more={Math.min(left, practiceLimits.round)}
        nextOn={practice.utc_next_on}
        onMore={() => askRound(client, schoolId, link)}
      />
    )
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <Link to="/c/$link" params={{ link }} className={classes.back}>
          <IconArrowLeft size={20} aria-hidden />
          <span>Sair</span>
          <VisuallyHidden component="span"> e voltar ao curso</VisuallyHidden>
        </Link>
        <span className={classes.progress}>
          {round.isAgain && practiceTexts.again}
          {round.at + 1} de {round.total}
        </span>
      </header>
      <h1 className={classes.title}>{practiceTexts.label}</h1>
      <PracticeQuestionView
        key={`${round.asked.id} ${round.isAgain}`}
        round={round}
        question={round.asked.question}
        isFirst={round.at === 0 && !round.isAgain}
        isLast={round.isLast}
      />
    </div>
  )
}
