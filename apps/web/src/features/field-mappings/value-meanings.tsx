import {
  type MappedOutcome,
  mappedOutcomes,
  mappingLabels,
  outcomeLabels,
  type ValueCount,
} from '@escola/contract/field-mappings.contract'
import { countOf } from '@escola/contract/messages'
import { Alert, NativeSelect, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { nameField } from './mapping-words.ts'

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
        <Stack key={value} gap={4}>
          <NativeSelect
            label={value}
            description={sayCount(counts.get(value) ?? 0)}
            data={choices}
            value={meanings[value] ?? ''}
            onChange={(event) => onChange(value, event.currentTarget.value as MappedOutcome | '')}
          />
          <MixedValue mixed={values.find((each) => each.value === value)?.mixed} />
        </Stack>
      ))}
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  )
}

/** Warns of a value that came with sales in different states. */
const MixedValue = ({ mixed }: { mixed: ValueCount['mixed'] | undefined }) =>
  mixed && (
    <Alert color="ambar" variant="light" icon={<IconAlertTriangle />}>
      Este valor veio com situações diferentes em “{nameField(mixed.path)}”: {mixed.texts.join(', ')}. Sozinho, ele não
      diz se a venda foi paga. Escolha aquele campo como “{mappingLabels.event}”.
    </Alert>
  )

const sayCount = (count: number) =>
  count > 0 ? countOf(count, 'aviso com este valor espera', 'avisos com este valor esperam') : undefined
