import { bulkQuestion, bulkTexts, describeErasure } from '@escola/contract/bulk-changes.contract'
import { undoTexts } from '@escola/contract/import-texts'
import type { Import } from '@escola/contract/imports.contract'
import { Button, Group, Skeleton, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { ErrorState } from '../../ui/loading/error-state.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { importQueries, useEraseForsaken, useForsakenErasure } from './imports.queries.ts'

interface Props {
  entry: Import
  /** Counts them by itself; for an older import an administrator asks for it, because a class may have many. */
  countsAtOnce: boolean
}

/** Offers to erase those whom an undone import has left in the school, and who did nothing since. */
export function Forsaken({ entry, countsAtOnce }: Props) {
  const [isAsked, setAsked] = useState(countsAtOnce)
  if (isAsked) return <Counted entry={entry} saysNone={!countsAtOnce} />
  return (
    <Group>
      <Button variant="subtle" size="xs" onClick={() => setAsked(true)}>
        {undoTexts.countForsaken}
      </Button>
    </Group>
  )
}

function Counted({ entry: { id, filename }, saysNone }: { entry: Import; saysNone: boolean }) {
  const { data, error, refetch } = useQuery(importQueries.forsaken(useSchool().id, id))
  const count = data?.forsaken ?? 0
  const { mutateAsync: erase } = useEraseForsaken(id)
  const countErasure = useForsakenErasure(id)
  const { run, isPending } = useConfirmedChange()
  if (saysNone && error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (saysNone && !data) return <Skeleton height={30} role="status" aria-label="Contando quem ficou na escola" />
  if (count === 0) return saysNone && <Text size="sm">{undoTexts.noneForsaken}</Text>
  let confirmed: number | undefined
  const ask = async () => {
    const erasure = await countErasure()
    confirmed = erasure.total
    const isOne = erasure.total === 1
    const { title, text } = bulkQuestion('erase', { count: formatNumber(erasure.total), isOne, title: '' })
    return { title, text: `${text}${describeErasure(erasure)}`, confirmLabel: bulkTexts.labels.erase, danger: true }
  }
  return (
    <Group gap="xs">
      <Text size="sm">{undoTexts.forsaken(count)}</Text>
      <BusyButton
        variant="light"
        color="danger"
        size="xs"
        leftSection={<IconTrash size={16} aria-hidden />}
        busy={isPending}
        aria-label={`${bulkTexts.labels.erase}: ${filename}`}
        onClick={() =>
          run({ question: ask, change: () => erase(confirmed), done: 'A escola está apagando estas pessoas.' })
        }
      >
        {bulkTexts.labels.erase}
      </BusyButton>
    </Group>
  )
}
