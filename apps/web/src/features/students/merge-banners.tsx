import { type Merge, mergeTexts } from '@escola/contract/merges.contract'
import type { Student } from '@escola/contract/students.contract'
import { Alert, Stack, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useRights } from '../../session/rights.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { useUndoMerge } from './merges.queries.ts'

/** Says which other e-mails became this student, and undoes it while that can be done. */
export function MergeBanners({ student, merges }: { student: Student; merges: Merge[] }) {
  return merges.map((merge) => <MergeBanner key={merge.id} student={student} merge={merge} />)
}

function MergeBanner({ student, merge }: { student: Student; merge: Merge }) {
  const { mutateAsync: undo } = useUndoMerge(student.link)
  const { run, isPending } = useConfirmedChange()
  const mayUndo = useRights().may('records')
  const until = merge.utc_undo_until
  const handleUndo = () =>
    run({
      question: { title: 'Desfazer', text: mergeTexts.undo(until!), confirmLabel: 'Desfazer' },
      change: () => undo(merge.id),
      done: mergeTexts.undone,
    })
  return (
    <Alert variant="light" icon={<IconUsers size={18} aria-hidden />}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {mergeTexts.banner(merge)} {until && mergeTexts.undo(until)}
        </Text>
        {until && mayUndo && (
          <BusyButton variant="default" busy={isPending} onClick={handleUndo}>
            Desfazer
          </BusyButton>
        )}
      </Stack>
    </Alert>
  )
}
