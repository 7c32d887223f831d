import {
  originLabel,
  type StudentFilter,
  studentAccesses,
  studentLimits,
  studentOrigins,
} from '@escola/contract/students.contract'
import { Select, SimpleGrid } from '@mantine/core'
import { useAppContext } from '../../session/context.ts'

interface Props {
  filter: StudentFilter
  onFilter: (change: Partial<StudentFilter>) => void
}

const accessLabels: Record<(typeof studentAccesses)[number], string> = {
  with: 'Com acesso',
  without: 'Sem acesso',
  soon: `Termina em ${studentLimits.endsSoonDays} dias`,
}

/** Choices that narrow the student list; each stands in the address. */
export function StudentFilters({ filter, onFilter }: Props) {
  const { gatewayList } = useAppContext()
  const fields = [
    {
      name: 'school_gateway_id',
      label: 'Turma',
      all: 'Todas as turmas',
      data: gatewayList.map(({ id, title }) => ({ value: id, label: title })),
    },
    {
      name: 'access',
      label: 'Acesso',
      all: 'Todo acesso',
      data: studentAccesses.map((value) => ({ value, label: accessLabels[value] })),
    },
    {
      name: 'entered',
      label: 'Entrada',
      all: 'Entrou ou não',
      data: [{ value: 'never', label: 'Nunca entrou' }],
    },
    {
      name: 'origin',
      label: 'Origem',
      all: 'Todas as origens',
      data: studentOrigins.map((value) => ({ value, label: originLabel(value) })),
    },
  ] as const
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="xs" verticalSpacing="xs" maw={840} role="group" aria-label="Filtros">
      {fields.map(({ name, label, all, data }) => (
        <Select
          key={name}
          aria-label={label}
          placeholder={all}
          data={data}
          value={filter[name] || null}
          onChange={(value) => onFilter({ [name]: value ?? '' })}
          clearable
          clearButtonProps={{ 'aria-label': `Limpar filtro: ${label}` }}
          searchable={name === 'school_gateway_id'}
          nothingFoundMessage="Nenhuma turma com esse nome"
        />
      ))}
    </SimpleGrid>
  )
}
