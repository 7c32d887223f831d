import { examLimits, type PlannedPart } from '@escola/contract/exam-plan'
import { countOf } from '@escola/contract/messages'
import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { changeFilter, noFilter, useBankFilters } from './bank-filters.ts'
import { examQueries } from './exams.queries.ts'
import { PointsField, WholeField } from './number-fields.tsx'

export type DrawPart = Extract<PlannedPart, { kind: 'draw' }>

interface Props {
  /** Draw that is changed; 'new' for one more, undefined while the dialog is closed. */
  drawn: DrawPart | 'new' | undefined
  onSave: (part: DrawPart) => void
  onClose: () => void
}

export function DrawDialog({ drawn, onSave, onClose }: Props) {
  return (
    <Modal opened={drawn !== undefined} onClose={onClose} title="Questões ao acaso" centered>
      {drawn !== undefined && (
        <DrawFields
          key={drawn === 'new' ? drawn : drawn.id}
          initial={drawn === 'new' ? undefined : drawn}
          onSave={(part) => {
            onSave(part)
            onClose()
          }}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}

interface FieldsProps {
  initial: DrawPart | undefined
  onSave: (part: DrawPart) => void
  onClose: () => void
}

function DrawFields({ initial, onSave, onClose }: FieldsProps) {
  const [part, setPart] = useState<DrawPart>(
    () => initial ?? { kind: 'draw', id: crypto.randomUUID(), filter: noFilter, count: 5, points: 100 },
  )
  const fields = useBankFilters()
  const { data } = useQuery(examQueries.questions(useSchool().id, { ...part.filter, search: '', page: 1 }))
  return (
    <Stack>
      <Group gap="sm" grow align="flex-start">
        <WholeField
          label="Quantas questões"
          data-autofocus
          value={part.count}
          least={1}
          most={examLimits.questions}
          onValue={(count) => count !== null && setPart({ ...part, count })}
        />
        <PointsField
          label="Pontos de cada uma"
          points={part.points}
          onPoints={(points) => setPart({ ...part, points })}
        />
      </Group>
      {fields.map(({ name, label, all, data, notFound }) => (
        <Select
          key={name}
          label={label}
          placeholder={all}
          data={data}
          value={part.filter[name] || null}
          onChange={(value) => setPart({ ...part, filter: changeFilter(part.filter, name, value ?? '') })}
          clearable
          clearButtonProps={{ 'aria-label': `Limpar: ${label}` }}
          searchable={notFound !== undefined}
          nothingFoundMessage={notFound}
        />
      ))}
      <Text size="sm" c="dimmed" role="status">
        {data && `${countOf(data.total, 'questão encontrada', 'questões encontradas')} no banco`}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <Button onClick={() => onSave(part)}>{initial ? 'Salvar sorteio' : 'Adicionar sorteio'}</Button>
      </Group>
    </Stack>
  )
}
