import { certificateIssues, issueMessages } from '@escola/contract/certificate-issues.contract'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

/** Issues the student's own certificate again, once, with the name that was corrected meanwhile. */
export function CorrectName({ id, name }: { id: string; name: string }) {
  const schoolId = useSchool().id
  const { mutateAsync } = useMutation({
    mutationFn: () => api(certificateIssues.correctName, { params: { schoolId, id } }),
    onSuccess: useRefresh('certificates', 'learning'),
  })
  const { run, isPending } = useConfirmedChange()
  return (
    <BusyButton
      variant="default"
      busy={isPending}
      onClick={() =>
        run({
          question: {
            title: issueMessages.correctName,
            text: issueMessages.correctNameText(name),
            confirmLabel: 'Emitir de novo',
          },
          change: () => mutateAsync(),
          done: issueMessages.corrected,
        })
      }
    >
      {issueMessages.correctName}
    </BusyButton>
  )
}
