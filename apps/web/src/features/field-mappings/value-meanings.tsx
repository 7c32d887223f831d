import {
  type MappedOutcome,
  mappedOutcomes,
  outcomeLabels,
  type ValueCount,
} from '@escola/contract/field-mappings.contract'
import { countOf } from '@escola/contract/messages'
import { NativeSelect, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  values: ValueCount[]
  meanings: Record<string, MappedOutcome | ''>
  error: ReactNode
  onChange: (value: string, outcome: MappedOutcome | '') => void
}

const choices = [
  { value: '', label: 'Decidir depois' },
  ...mappedOutcomes.map((value) => ({ value, label: outcomeLabels[value] })),
]

/** Asks what each value of the event's field means. */
export function ValueMeanings({ values, meanings, error, onChange }: Props) {
  const counts = new Map(values.map(({ value, unknown }) => [value, unknown]))
  const all = [...new Set([...counts.keys(), ...Object.keys(meanings)])]
  return (
    <Stack gap="sm">
      {all.length === 0 && (
        <Text size="sm" c="dimmed">
          Escolha primeiro o campo do evento.
        </Text>
      )}
      {all.map((value) => (
        <NativeSelect
          key={value}
          label={value}
          description={sayCount(counts.get(value) ?? 0)}
          data={choices}
          value={meanings[value] ?? ''}
          onChange={(event) => onChange(value, event.currentTarget.value as MappedOutcome | '')}
        />
      ))}
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  )
}

const sayCount = (count: number) =>
  count > 0 ? countOf(count, 'aviso com este valor espera', 'avisos com este valor esperam') : undefined
