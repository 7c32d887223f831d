import {
  describeImport,
  describeUndone,
  describeUndoOfImport,
  examImportTexts,
} from '@escola/contract/exam-import-texts'
import { type ExamImport, isExamImportUndoable } from '@escola/contract/exam-imports.contract'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { RunProgress } from '../../ui/run-progress.tsx'
import { useExamImport } from './exam-imports.queries.ts'

/** Result of an import that has ended, and its undo. */
export function ImportResult({ entry }: { entry: ExamImport }) {
  return (
    <Stack>
      {entry.failure !== null && (
        <Alert color="danger" variant="light" role="alert">
          {entry.failure}
        </Alert>
      )}
      <Text role="status">{describeImport(entry)}</Text>
      {entry.undo && <Undo undo={entry.undo} />}
      <Group justify="flex-end">
        {/* The moment is enough to show the button; the server has the last word. */}
        {isExamImportUndoable(entry, new Date()) && <UndoButton entry={entry} />}
        <Button variant="light" renderRoot={(props) => <Link {...props} to="/questoes" />}>
          Ver as questões
        </Button>
      </Group>
    </Stack>
  )
}

function Undo({ undo }: { undo: NonNullable<ExamImport['undo']> }) {
  if (undo.utc_ended_on === null)
    return (
      <RunProgress text={examImportTexts.undoing} done={undo.done} total={undo.total} unit={examImportTexts.unit} />
    )
  return undo.is_stopped ? (
    <Alert color="danger" variant="light" role="alert">
      {examImportTexts.undoStopped}
    </Alert>
  ) : (
    <Text role="status" fw={600}>
      {describeUndone(undo)}
    </Text>
  )
}

/** Asks with the numbers of this moment, and begins to undo. */
function UndoButton({ entry }: { entry: ExamImport }) {
  const { undo, forecast } = useExamImport(entry.id)
  const { run, isPending } = useConfirmedChange()
  const ask = async () => ({
    title: 'Desfazer a importação?',
    text: describeUndoOfImport(await forecast()),
    confirmLabel: 'Desfazer importação',
    danger: true,
  })
  return (
    <BusyButton
      variant="default"
      leftSection={<IconArrowBackUp size={18} aria-hidden />}
      busy={isPending}
      onClick={() => run({ question: ask, change: () => undo(), done: examImportTexts.undoStarted })}
    >
      Desfazer importação
    </BusyButton>
  )
}
