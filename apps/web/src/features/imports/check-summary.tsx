import { chargeMessages } from '@escola/contract/charges'
import { importTexts } from '@escola/contract/import-texts'
import type { ImportCheck } from '@escola/contract/imports.contract'
import { centsOf } from '@escola/contract/money'
import type { JoinRefusal } from '@escola/contract/terms'
import { Alert, Button, Checkbox, Group, Text } from '@mantine/core'
import { formatNumber } from '../../ui/format.ts'
import type { Counts } from './checked-rows.ts'
import classes from './import-preview.module.css'

const describeCount = (count: number, singular: string, plural: string) =>
  count > 0 ? [count === 1 ? singular : `${formatNumber(count)} ${plural}`] : []

const describeCounts = (counts: Counts, renews: boolean) => [
  ...describeCount(counts.new, '1 pessoa nova na escola', 'pessoas novas na escola'),
  ...describeCount(counts.known, '1 aluno da escola entra na turma', 'alunos da escola entram na turma'),
  ...(counts.here > 0 ? [importTexts.here(counts.here, renews)] : []),
]
const mailsOf = (count: number) =>
  describeCount(count, '1 e-mail será enviado', 'e-mails serão enviados')[0] ?? 'Nenhum e-mail será enviado'

/** Cost of the students beyond the free ones, and the sum that is missing for them. */
function Cost({ cost, missing, onPay }: { cost: number; missing: number; onPay: (() => void) | undefined }) {
  if (missing > 0)
    return (
      <Alert color="danger" variant="light" role="alert" mt="xs">
        {chargeMessages.missing(cost, cost - missing)}.
        {onPay && (
          <Button variant="light" color="danger" mt="xs" display="block" onClick={onPay}>
            Pagar agora
          </Button>
        )}
      </Alert>
    )
  return cost > 0 && <Text size="sm">{chargeMessages.cost(cost)}</Text>
}

/** Sum that an import costs in cents, and how many of them are missing. */
export function costOf(check: Pick<ImportCheck, 'cost' | 'missing' | 'renewing'>, renews: boolean) {
  const { cost, missing } = renews ? check.renewing : check
  return { cost: centsOf(cost), missing: centsOf(missing) }
}

interface CheckSummaryProps {
  /** Left out until the server has said it. */
  checked: (Omit<ImportCheck, 'rows'> & { counts: Counts; why: JoinRefusal | undefined }) | undefined
  /** Students who are in the class already get its term anew. */
  renews: boolean
  onRenews: (renews: boolean) => void
  hasFailed: boolean
  onRetry: () => void
  /** Opens the payment of what is missing; left out while it is open. */
  onPay: (() => void) | undefined
}

/** Tells before the start how many of the file are new, how many are enrolled already, and how many mails leave. */
export const CheckSummary = ({ checked, renews, onRenews, hasFailed, onRetry, onPay }: CheckSummaryProps) => (
  <div role="status" className={classes.forecast}>
    {checked && (
      <>
        <Text fw={600}>{mailsOf(checked.mails)}</Text>
        <Text size="sm">{describeCounts(checked.counts, renews).join(' · ')}</Text>
        {checked.why && <Text size="sm">{importTexts.turnedAway(checked.counts.turned_away, checked.why)}.</Text>}
        {checked.counts.here > 0 && (
          <Checkbox
            mt="xs"
            label={importTexts.renews}
            description={importTexts.renewsHint}
            checked={renews}
            onChange={({ currentTarget }) => onRenews(currentTarget.checked)}
          />
        )}
        <Cost {...costOf(checked, renews)} onPay={onPay} />
      </>
    )}
    {!checked && !hasFailed && <Text c="dimmed">Vendo quem já está na turma…</Text>}
    {!checked && hasFailed && (
      <Group gap="xs">
        <Text size="sm">Não foi possível ver agora quem já está na turma. A importação funciona do mesmo jeito.</Text>
        <Button variant="subtle" size="xs" onClick={onRetry}>
          Tentar novamente
        </Button>
      </Group>
    )}
  </div>
)
