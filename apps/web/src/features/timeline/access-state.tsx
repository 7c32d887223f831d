import { accessTitle } from '@escola/contract/titles'
import { Anchor, Group, Skeleton, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSchool } from '../../session/context.ts'
import { Need } from '../../session/need.tsx'
import { ErrorState } from '../../ui/loading/error-state.tsx'
import { type AccessRemedy, summarizeAccess } from './access-summary.ts'
import classes from './timeline.module.css'
import { timelineQueries } from './timeline.queries.ts'

interface Props {
  link: string
  student: { email: string; is_admin: boolean; utc_seen_on: string | null }
  /** Button that does the step. */
  remedyOf: (remedy: AccessRemedy) => ReactNode
}

/** Answers in one sentence whether the student has access, with what mends it where something is to be mended. */
export function AccessState({ link, student, remedyOf }: Props) {
  const { data, error, refetch } = useQuery(timelineQueries.explain(useSchool().id, link))
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={44} radius="lg" role="status" aria-label="Carregando o acesso" />
    )
  const { answers, pending_sales } = data
  const { hasAll, text, advice, remedy } = summarizeAccess(answers, student, new Date())
  const isWell = hasAll && pending_sales === 0
  const Icon = isWell ? IconCircleCheck : IconAlertTriangle
  // Sales that wait are solved first: they say which class was bought.
  const isRemedied = remedy && (remedy.kind !== 'add' || pending_sales === 0)
  return (
    <section className={classes.state} data-well={isWell || undefined} aria-label={accessTitle}>
      <Icon size={22} aria-hidden />
      <Group justify="space-between" gap="xs" flex={1}>
        <Text flex="1 1 16rem">
          {text}
          {advice && pending_sales === 0 && ` ${advice}`}
          {pending_sales > 0 && <PendingSales count={pending_sales} email={student.email} />}
        </Text>
        {isRemedied && remedyOf(remedy)}
      </Group>
    </section>
  )
}

const PendingSales = ({ count, email }: { count: number; email: string }) => (
  <>
    {count === 1 ? ' 1 venda deste aluno espera por você. ' : ` ${count} vendas deste aluno esperam por você. `}
    <Need right="sales">
      <Anchor
        inherit
        c="inherit"
        underline="always"
        renderRoot={(props) => <Link {...props} to="/vendas" search={{ search: email }} />}
      >
        Resolver em Vendas
      </Anchor>
    </Need>
  </>
)
