import { issuedTexts, type Reissue } from '@escola/contract/certificate-reissues.contract'
import { Alert } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { notifySuccess } from '../../ui/notify.ts'
import { confirm } from '../../ui/questions/confirm.ts'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { RunProgress } from '../../ui/run-progress.tsx'
import { countReissue, isRunning, useReissueAll } from './issued.queries.ts'

interface ReissueAllProps {
  templateId: string
  reissue: Reissue | null
}

/** Issues all certificates of a template again, after a question that says how many. */
export function ReissueAll({ templateId, reissue }: ReissueAllProps) {
  const { mutateAsync } = useReissueAll(templateId)
  const schoolId = useSchool().id
  const { run, isPending } = useConfirmedChange()
  return (
    <BusyButton
      leftSection={<IconRefresh size={18} aria-hidden />}
      busy={isPending || isRunning(reissue)}
      onClick={() =>
        run({
          change: async () => {
            const { certificates } = await countReissue(schoolId, templateId)
            const question = { title: issuedTexts.question(certificates), text: issuedTexts.explanation }
            if (!(await confirm({ ...question, confirmLabel: issuedTexts.reissueAll }))) return
            await mutateAsync()
            notifySuccess(issuedTexts.started)
          },
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
    <RunProgress text={issuedTexts.progress} label="Reemitindo os certificados" done={drawn} total={reissue.total} />
  )
}

const Ended = ({ refused, refusals, ...reissue }: Reissue) => (
  <Alert variant="light" color={refused > 0 ? 'ambar' : 'teal'} role="status" title={issuedTexts.ended(reissue)}>
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
