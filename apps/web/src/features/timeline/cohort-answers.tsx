import { explainAccess, givesAccess } from '@escola/contract/grant-ends'
import { formatLastDay } from '@escola/contract/terms'
import { compareTitles } from '@escola/contract/text'
import type { AccessAnswer } from '@escola/contract/timeline.contract'
import { accessTitle } from '@escola/contract/titles'
import { Anchor, Group, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSchool } from '../../session/context.ts'
import lists from '../../ui/lists/lists.module.css'
import { ErrorState } from '../../ui/loading/error-state.tsx'
import { Section } from '../../ui/section.tsx'
import classes from './timeline.module.css'
import { timelineQueries } from './timeline.queries.ts'

interface Cohort {
  id: string
  title: string
  opens: number
  utc_ends_on: string | null
}

interface Props {
  link: string
  /** Classes that the student is in now. */
  cohorts: Cohort[]
  /** Actions on a class that the student is in. */
  actionsOf: (cohort: Cohort) => ReactNode
  /** Action on the purchase that answers. */
  purchaseActionOf: (purchase: { platform: string; purchase_code: string }) => ReactNode
  /** Action beside the title. */
  aside: ReactNode
}

/** Lists the student's classes, each with the reason for its access, and those whose access has ended. */
export function CohortAnswers({ link, cohorts, actionsOf, purchaseActionOf, aside }: Props) {
  const { data, error, refetch } = useQuery(timelineQueries.explain(useSchool().id, link))
  const answers = data?.answers ?? []
  const answerOf = ({ id }: Cohort) => answers.find(({ school_gateway_id }) => school_gateway_id === id)
  const ended = answers.filter(({ school_gateway_id: id }) => !cohorts.some((cohort) => cohort.id === id))
  const sorted = cohorts.toSorted((a, b) => compareTitles(a.title, b.title))
  const isEmpty = cohorts.length === 0
  return (
    <Section title="Turmas" text={!isEmpty && accessTitle} aside={aside}>
      {isEmpty && <Text c="dimmed">Este aluno não está em nenhuma turma.</Text>}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!(isEmpty && ended.length === 0) && (
        <ul className={lists.ruled}>
          {sorted.map((cohort) => {
            const answer = answerOf(cohort)
            return (
              <Row key={cohort.id} has title={cohort.title} cohortId={cohort.id}>
                <Text>{answer ? explainAccess(answer) : describeEnd(cohort)}</Text>
                <Group gap={0} className={classes.buttons}>
                  {actionsOf(cohort)}
                  {answer?.purchase_code && purchaseActionOf(answer)}
                </Group>
              </Row>
            )
          })}
          {ended.map((answer) => (
            <Row
              key={`${answer.school_gateway_id} ${answer.title} ${answer.utc_since}`}
              has={givesAccess(answer)}
              title={answer.title}
              cohortId={answer.school_gateway_id}
            >
              <Text>{explainAccess(answer)}</Text>
              <div className={classes.buttons}>
                {answer.purchase_code && answer.ended_why !== 'purchase_given' && purchaseActionOf(answer)}
              </div>
            </Row>
          ))}
        </ul>
      )}
    </Section>
  )
}

const describeEnd = ({ utc_ends_on }: Cohort) => (utc_ends_on ? `até ${formatLastDay(utc_ends_on)}` : 'para sempre')

interface RowProps {
  has: boolean
  title: string
  cohortId: AccessAnswer['school_gateway_id']
  children: ReactNode
}

const Row = ({ has, title, cohortId, children }: RowProps) => (
  <li className={classes.answer}>
    {has ? (
      <IconCircleCheck size={22} className={classes.has} aria-hidden />
    ) : (
      <IconCircleX size={22} className={classes.hasNot} aria-hidden />
    )}
    <div>
      {cohortId ? (
        <Anchor
          fw={600}
          c="inherit"
          underline="always"
          renderRoot={(props) => <Link {...props} to="/turma/$cohortId" params={{ cohortId }} />}
        >
          {title}
        </Anchor>
      ) : (
        <Text fw={600}>{title}</Text>
      )}
      {children}
    </div>
  </li>
)
