import { explainAccess, givesAccess } from '@escola/contract/grant-ends'
import { countOf } from '@escola/contract/messages'
import type { AccessAnswer } from '@escola/contract/timeline.contract'
import { Alert, Anchor, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSchool } from '../../session/context.ts'
import lists from '../../ui/lists/lists.module.css'
import { ErrorState } from '../../ui/loading/error-state.tsx'
import { Section } from '../../ui/section.tsx'
import classes from './timeline.module.css'
import { timelineQueries } from './timeline.queries.ts'
import { describeRemedy, noAccessTexts } from './timeline-words.ts'

interface AnswersProps {
  link: string
  email: string
  isAdmin: boolean
  /** Action on the purchase that answers. */
  purchaseActionOf: (purchase: { platform: string; purchase_code: string }) => ReactNode
}

/** Answers why the student has, or has not, access to each class; without any, says what mends it. */
export function AccessAnswers({ link, email, isAdmin, purchaseActionOf }: AnswersProps) {
  const { data, error, refetch } = useQuery(timelineQueries.explain(useSchool().id, link))
  if (!data)
    return (
      <Section title="Por que tem acesso?">
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={24} role="status" aria-label="Carregando o acesso" />
        )}
      </Section>
    )
  const { answers, pending_sales } = data
  const sales = pending_sales > 0 && <PendingSales count={pending_sales} email={email} />
  if (isAdmin || answers.some(givesAccess))
    return (
      <Section title="Por que tem acesso?">
        {isAdmin && <Text>{noAccessTexts.administrator}</Text>}
        <AnswerList answers={answers} purchaseActionOf={purchaseActionOf} />
        {sales}
      </Section>
    )
  return (
    <Alert
      color="ambar"
      variant="light"
      radius="lg"
      icon={<IconAlertTriangle />}
      title={noAccessTexts.title}
      component="section"
      role="region"
      aria-label={noAccessTexts.title}
    >
      <Stack gap="sm">
        {answers.length === 0 ? (
          <Text>{noAccessTexts.never}</Text>
        ) : (
          <AnswerList answers={answers} purchaseActionOf={purchaseActionOf} />
        )}
        {sales || <Mending answer={answers[0]} />}
      </Stack>
    </Alert>
  )
}

const AnswerList = ({
  answers,
  purchaseActionOf,
}: { answers: AccessAnswer[] } & Pick<AnswersProps, 'purchaseActionOf'>) =>
  answers.length > 0 && (
    <ul className={lists.ruled}>
      {answers.map((answer) => (
        <li key={`${answer.school_gateway_id} ${answer.title} ${answer.utc_since}`} className={classes.answer}>
          {givesAccess(answer) ? (
            <IconCircleCheck size={22} className={classes.has} aria-hidden />
          ) : (
            <IconCircleX size={22} className={classes.hasNot} aria-hidden />
          )}
          <div>
            <CohortTitle answer={answer} />
            <Text>{explainAccess(answer)}</Text>
            {answer.purchase_code && answer.ended_why !== 'purchase_given' && purchaseActionOf(answer)}
          </div>
        </li>
      ))}
    </ul>
  )

function CohortTitle({ answer: { school_gateway_id: cohortId, title } }: { answer: AccessAnswer }) {
  if (!cohortId) return <Text fw={600}>{title}</Text>
  return (
    <Anchor
      fw={600}
      c="inherit"
      underline="always"
      renderRoot={(props) => <Link {...props} to="/turma/$cohortId" params={{ cohortId }} />}
    >
      {title}
    </Anchor>
  )
}

const PendingSales = ({ count, email }: { count: number; email: string }) => (
  <Text>
    {count === 1
      ? '1 venda deste aluno espera por você.'
      : `${countOf(count, '', 'vendas')} deste aluno esperam por você.`}{' '}
    <Anchor
      inherit
      c="inherit"
      underline="always"
      renderRoot={(props) => <Link {...props} to="/vendas" search={{ search: email }} />}
    >
      Resolver em Vendas
    </Anchor>
  </Text>
)

/** The step that gives access back after the answer, and the way there. */
function Mending({ answer }: { answer: AccessAnswer | undefined }) {
  const cohortId = answer?.school_gateway_id
  return (
    <Text>
      {describeRemedy(answer)}{' '}
      {cohortId ? (
        <Anchor
          inherit
          c="inherit"
          underline="always"
          renderRoot={(props) => <Link {...props} to="/turma/$cohortId" params={{ cohortId }} />}
        >
          Abrir a turma
        </Anchor>
      ) : (
        <Anchor inherit c="inherit" underline="always" renderRoot={(props) => <Link {...props} to="/turmas" />}>
          Ver as turmas
        </Anchor>
      )}
    </Text>
  )
}
