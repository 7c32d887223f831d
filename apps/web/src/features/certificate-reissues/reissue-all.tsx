import { issuedTexts, type Reissue } from '@escola/contract/certificate-reissues.contract'
import { Alert, Progress, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { useConfirmedChange } from '../../ui/use-confirmed-change.ts'
import { isRunning, useReissueAll } from './issued.queries.ts'

interface ReissueAllProps {
  templateId: string
  reissuable: number
  reissue: Reissue | null
}

/** Issues all certificates of a template again, after a question that says how many. */
export function ReissueAll({ templateId, reissuable, reissue }: ReissueAllProps) {
  const { mutateAsync } = useReissueAll(templateId)
  const { run, isPending } = useConfirmedChange()
  if (reissuable === 0) return null
  return (
    <BusyButton
      leftSection={<IconRefresh size={18} aria-hidden />}
      busy={isPending || isRunning(reissue)}
      onClick={() =>
        run({
          question: {
            title: issuedTexts.question(reissuable),
            text: issuedTexts.explanation,
            confirmLabel: issuedTexts.reissueAll,
          },
          change: () => mutateAsync(),
          done: issuedTexts.started,
        })
      }
    >
      {issuedTexts.reissueAll}
    </BusyButton>
  )
}

/** Shows how far the last re-issue is, and what it left as it was. */
export function ReissueProgress({ reissue }: { reissue: Reissue }) {
  if (!isRunning(reissue)) return <Ended {...reissue} />
  const drawn = Math.max(0, reissue.done - reissue.queued)
  return (
    <div>
      <Progress
        value={reissue.total > 0 ? (100 * drawn) / reissue.total : 0}
        animated
        aria-label="Reemitindo os certificados"
        size="lg"
        radius="xl"
      />
      <Text size="sm" c="dimmed" mt={6}>
        {issuedTexts.progress(formatNumber(drawn), formatNumber(reissue.total))}
      </Text>
    </div>
  )
}

const Ended = ({ reissued, total, refused, refusals }: Reissue) => (
  <Alert
    variant="light"
    color={refused > 0 ? 'ambar' : 'teal'}
    role="status"
    title={issuedTexts.ended(reissued, total)}
  >
    {refused > 0 && (
      <>
        {issuedTexts.refused(refused)}
        <ul>
          {refusals.map(({ name, why }, index) => (
            <li key={index}>
              <strong>{name || 'Aluno sem nome'}</strong>: {why}
            </li>
          ))}
          {refused > refusals.length && <li>{issuedTexts.moreRefused(refused - refusals.length)}</li>}
        </ul>
      </>
    )}
  </Alert>
)
