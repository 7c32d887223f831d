import {
  type BulkAction,
  bulkActions,
  type bulkChanges,
  bulkForecast,
  bulkQuestion,
  bulkSelectionMax,
  bulkTexts,
  describeErasure,
} from '@escola/contract/bulk-changes.contract'
import { chargeMessages } from '@escola/contract/charges'
import { centsOf } from '@escola/contract/money'
import type { ResponseOf } from '@escola/contract/route'
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useRights } from '../../session/rights.ts'
import { formatNumber } from '../../ui/format.ts'
import type { Selection } from '../../ui/lists/selection.tsx'
import { confirm } from '../../ui/questions/confirm.ts'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import classes from './bulk-bar.module.css'
import { useErasure, useQuote, useStartChange } from './bulk-changes.queries.ts'
import { CohortDialog } from './cohort-dialog.tsx'

interface Props {
  /** A page of the list; more: the list goes on behind its total. */
  listed: { list: { user_id: string }[]; total: number; more?: boolean }
  selection: Selection
  /** The list shows what a search or filters found. */
  isNarrowed?: boolean
  /** The selection can name all that the list finds, not only students one by one. */
  isWhole?: boolean
  /** Class whose students are listed, out of which they are taken or moved. */
  cohort?: { id: string; title: string }
  /** Text with the numbers of shown students and of all. */
  summary?: ReactNode
  /** The list, which stands between the check boxes of all and the acts. */
  children: ReactNode
}

/** Stands for a sum that is not told. */
const none = '0.00'

/** Says in sentences what a change costs, and which students the class would not take; '' where there is nothing to say. */
export const describeForecast = ({ cost, refused, charged }: ResponseOf<typeof bulkChanges.quote>) => {
  const cents = centsOf(cost || none)
  const stays = chargeMessages.stays(centsOf(charged || none))
  return `${bulkForecast(refused)}${cents > 0 ? ` ${chargeMessages.cost(cents)}.` : ''}${stays}`
}

/** Lets an administrator select the students of a list and change them all at once. */
export function BulkBar({
  listed: { list, total, more = false },
  selection,
  isNarrowed = false,
  isWhole = true,
  cohort,
  summary,
  children,
}: Props) {
  const mayChange = useRights().may('records')
  const { ids, isAll, set, setAll, isSelecting, setSelecting, wire } = selection
  const start = useStartChange()
  const quote = useQuote()
  const erasure = useErasure()
  const changing = useConfirmedChange()
  const [choosing, setChoosing] = useState<Exclude<BulkAction, 'resend' | 'erase'>>()
  const onPage = list.map(({ user_id }) => user_id)
  const checked = onPage.filter((id) => isAll || ids.includes(id)).length
  const found = `${more ? 'mais de ' : ''}${formatNumber(total)}`
  const count = isAll ? found : formatNumber(ids.length)
  const isOne = !more && (isAll ? total : ids.length) === 1
  const isNone = !isAll && ids.length === 0
  const selected = `${count} ${isOne ? 'selecionado' : 'selecionados'}`
  const isTooMany = ids.length > bulkSelectionMax

  if (!mayChange)
    return (
      <Stack gap="xs">
        {summary && (
          <Text size="sm" c="dimmed" role="status">
            {summary}
          </Text>
        )}
        {children}
      </Stack>
    )

  // Students are moved out of the class whose page it is, and erased in the list of all.
  const isOffered = (action: BulkAction) =>
    (action !== 'move' || cohort !== undefined) && (action !== 'erase' || cohort === undefined)
  const questionOf = (action: BulkAction, title: string) => ({
    ...bulkQuestion(action, { count, isOne, title }),
    confirmLabel: bulkTexts.confirmLabels[action],
    danger: action === 'remove' || action === 'erase',
  })
  const fromOf = (action: BulkAction) => action === 'move' && { from_cohort_id: cohort!.id }
  const send = async (action: BulkAction, cohortId?: string, confirmed?: number) => {
    await start.mutateAsync({
      action,
      ...wire,
      ...(cohortId && { school_gateway_id: cohortId }),
      ...fromOf(action),
      ...(confirmed !== undefined && { confirmed }),
    })
    setChoosing(undefined)
    setSelecting(false)
  }
  /** Asks with the sums and refusals of this moment. */
  const askOf = async (action: BulkAction, { id, title }: { id: string; title: string }) => {
    const question = questionOf(action, title)
    const leaving = action === 'remove' && { leaves: true as const }
    const forecast = await quote({ ...wire, school_gateway_id: id, ...fromOf(action), ...leaving })
    return { ...question, text: `${question.text}${describeForecast(forecast)}` }
  }
  /** Asks with the numbers of this moment, and erases at most these. */
  const runErasure = () => {
    let confirmed: number | undefined
    const question = async () => {
      const found = await erasure(wire)
      confirmed = found.total
      const { title, text } = bulkQuestion('erase', {
        count: formatNumber(found.total),
        isOne: found.total === 1,
        title: '',
      })
      return { ...questionOf('erase', ''), title, text: `${text}${describeErasure(found)}` }
    }
    changing.run({ question, change: () => send('erase', undefined, confirmed) })
  }
  const handleAction = (action: BulkAction) => {
    const from = action === 'remove' ? cohort : undefined
    if (action === 'erase') runErasure()
    else if (action === 'resend') changing.run({ question: questionOf(action, ''), change: () => send(action) })
    else if (from) changing.run({ question: () => askOf(action, from), change: () => send(action, from.id) })
    else setChoosing(action)
  }
  const handleCohort = async (action: BulkAction, chosen: { id: string; title: string }) => {
    if (await confirm(() => askOf(action, chosen))) await send(action, chosen.id)
  }
  return (
    <Stack gap="xs">
      <div className={classes.head} data-selecting={isSelecting || undefined}>
        <div className={classes.boxes}>
          <Checkbox
            label="Selecionar esta página"
            checked={checked > 0 && checked === onPage.length}
            disabled={isAll}
            indeterminate={checked > 0 && checked < onPage.length}
            onChange={({ currentTarget }) => set(onPage, currentTarget.checked)}
          />
          {isWhole && (isAll || more || total > list.length) && (
            <Checkbox
              label={`Todos os ${found} ${isNarrowed ? 'encontrados' : 'alunos'}`}
              checked={isAll}
              onChange={({ currentTarget }) => setAll(currentTarget.checked)}
            />
          )}
          <Text size="sm" c="dimmed" role="status">
            {isNone ? 'Nenhum aluno selecionado' : selected}
          </Text>
        </div>
        {summary && (
          <Text size="sm" c="dimmed" role="status" className={classes.summary}>
            {summary}
          </Text>
        )}
        <Button
          className={classes.toggle}
          variant="subtle"
          size="compact-md"
          onClick={() => setSelecting(!isSelecting)}
        >
          {isSelecting ? 'Cancelar' : 'Selecionar'}
        </Button>
      </div>
      {children}
      {!isNone && (
        <section className={classes.acts} aria-label="Alunos selecionados" data-count={selected}>
          {isTooMany && (
            <Text size="sm" role="alert">
              {bulkTexts.tooMany}
            </Text>
          )}
          <Group gap="xs" className={classes.buttons}>
            {bulkActions.filter(isOffered).map((action) => (
              <Button
                key={action}
                size="sm"
                variant="light"
                color={action === 'erase' ? 'danger' : undefined}
                disabled={isTooMany || changing.isPending}
                onClick={() => handleAction(action)}
              >
                {action === 'remove' && cohort ? bulkTexts.confirmLabels.remove : bulkTexts.labels[action]}
              </Button>
            ))}
          </Group>
        </section>
      )}
      {choosing && (
        <CohortDialog
          title={bulkTexts.labels[choosing]}
          without={choosing === 'move' && cohort ? [cohort.id] : []}
          onChoose={(cohort) => handleCohort(choosing, cohort)}
          onClose={() => setChoosing(undefined)}
        />
      )}
    </Stack>
  )
}
