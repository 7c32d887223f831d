import { undoTexts } from '@escola/contract/import-texts'
import type { Import } from '@escola/contract/imports.contract'
import { IconArrowBackUp } from '@tabler/icons-react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { useUndoForecast, useUndoImport } from './imports.queries.ts'

/** Asks with the numbers of this moment, and begins to undo. The progress is followed where the button was. */
export function UndoButton({ entry }: { entry: Import }) {
  const { mutateAsync: undo } = useUndoImport(entry)
  const forecast = useUndoForecast(entry.id)
  const { run, isPending } = useConfirmedChange()
  const ask = async () => ({
    title: `Desfazer a importação de ${entry.filename}?`,
    text: undoTexts.question(await forecast()),
    confirmLabel: 'Desfazer importação',
    danger: true,
  })
  return (
    <BusyButton
      variant="subtle"
      color="danger"
      size="xs"
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      busy={isPending}
      onClick={({ currentTarget: button }) => {
        const article = button.closest<HTMLElement>('article')
        run({ question: ask, change: () => undo().then(() => article?.focus({ preventScroll: true })) })
      }}
    >
      Desfazer importação
    </BusyButton>
  )
}
