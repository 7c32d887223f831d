import {
  type BulkAction,
  bulkActions,
  bulkQuestion,
  bulkSelectionMax,
  bulkTexts,
} from '@escola/contract/bulk-changes.contract'
import type { ResponseOf } from '@escola/contract/route'
import type { students } from '@escola/contract/students.contract'
import { Button, Checkbox, Group, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { confirm } from '../../ui/confirm.ts'
import { formatNumber } from '../../ui/format.ts'
import { useConfirmedChange } from '../../ui/use-confirmed-change.ts'
import { useStartChange } from './bulk-changes.queries.ts'
import type { Selection } from './bulk-selection.ts'
import { CohortDialog } from './cohort-dialog.tsx'

interface Props {
  listed: ResponseOf<typeof students.list>['students']
  selection: Selection
  /** The list shows what a search or filters found. */
  isNarrowed: boolean
}

/** Lets an administrator select the students of a list and change them all at once. */
export function BulkBar({ listed: { list, total, more }, selection, isNarrowed }: Props) {
  const { ids, isAll, set, setAll, clear, wire } = selection
  const start = useStartChange()
  const resending = useConfirmedChange()
  const [choosing, setChoosing] = useState<Exclude<BulkAction, 'resend'>>()
  const onPage = list.map(({ user_id }) => user_id)
  const checked = onPage.filter((id) => isAll || ids.includes(id)).length
  const found = `${more ? 'mais de ' : ''}${formatNumber(total)}`
  const count = isAll ? found : formatNumber(ids.length)
  const isOne = !more && (isAll ? total : ids.length) === 1
  const isNone = !isAll && ids.length === 0
  const isTooMany = ids.length > bulkSelectionMax

  const handleAction = (action: BulkAction) => {
    if (action !== 'resend') return setChoosing(action)
    resending.run({
      question: { ...bulkQuestion(action, { count, isOne, title: '' }), confirmLabel: bulkTexts.confirmLabels[action] },
      change: async () => {
        await start.mutateAsync({ action, ...wire })
        clear()
      },
    })
  }
  const handleCohort = async (action: Exclude<BulkAction, 'resend'>, { id, title }: { id: string; title: string }) => {
    const question = {
      ...bulkQuestion(action, { count, isOne, title }),
      confirmLabel: bulkTexts.confirmLabels[action],
      danger: action === 'remove',
    }
    if (!(await confirm(question))) return
    await start.mutateAsync({ action, school_gateway_id: id, ...wire })
    setChoosing(undefined)
    clear()
  }
  return (
    <Paper withBorder radius="lg" px="lg" py="sm" component="section" aria-label="Alunos selecionados">
      <Stack gap="xs">
        <Group gap="md">
          <Checkbox
            label="Selecionar esta página"
            checked={checked > 0 && checked === onPage.length}
            disabled={isAll}
            indeterminate={checked > 0 && checked < onPage.length}
            onChange={({ currentTarget }) => set(onPage, currentTarget.checked)}
          />
          {(isAll || more || total > list.length) && (
            <Checkbox
              label={`Todos os ${found} ${isNarrowed ? 'encontrados' : 'alunos'}`}
              checked={isAll}
              onChange={({ currentTarget }) => setAll(currentTarget.checked)}
            />
          )}
          <Text size="sm" c="dimmed" role="status">
            {isNone ? 'Nenhum aluno selecionado' : `${count} ${isOne ? 'selecionado' : 'selecionados'}`}
          </Text>
        </Group>
        {isTooMany && (
          <Text size="sm" role="alert">
            {bulkTexts.tooMany}
          </Text>
        )}
        <Group gap="xs">
          {bulkActions.map((action) => (
            <Button
              key={action}
              size="sm"
              variant="light"
              disabled={isNone || isTooMany || resending.isPending}
              onClick={() => handleAction(action)}
            >
              {bulkTexts.labels[action]}
            </Button>
          ))}
        </Group>
      </Stack>
      {choosing && (
        <CohortDialog
          action={choosing}
          onChoose={(cohort) => handleCohort(choosing, cohort)}
          onClose={() => setChoosing(undefined)}
        />
      )}
    </Paper>
  )
}
