import type { StudentSort } from '@escola/contract/sorts'
import { studentLimits } from '@escola/contract/student-texts'
import { originLabel, type StudentFilter, studentAccesses, studentOrigins } from '@escola/contract/students.contract'
import type { ReactNode } from 'react'
import { useAppContext } from '../../session/context.ts'
import { ListFilters } from '../../ui/lists/list-filters.tsx'
import { SearchBox } from '../../ui/lists/search-box.tsx'
import { studentOrders } from '../../ui/lists/student-orders.ts'
import type { StudentQuery } from './students.queries.ts'

interface Props {
  query: StudentQuery
  /** Number of students found, in words. */
  found: string
  onSearch: (search: string) => void
  onFilter: (change: Partial<StudentFilter>) => void
  onSort: (sort: StudentSort) => void
  columns: ReactNode
}

const accessLabels: Record<(typeof studentAccesses)[number], string> = {
  with: 'Com acesso',
  without: 'Sem acesso',
  soon: `Termina em ${studentLimits.endsSoonDays} dias`,
}

/** Search and choices that narrow the student list; each stands in the address. The one of telephones shows where an address asks for it alone. */
export function StudentFilters({ query, found, onSearch, onFilter, onSort, columns }: Props) {
  const { gatewayList } = useAppContext()
  const fields = [
    {
      name: 'school_gateway_id',
      label: 'Turma',
      all: 'Todas as turmas',
      data: gatewayList.map(({ id, title }) => ({ value: id, label: title })),
      notFound: 'Nenhuma turma com esse nome',
    },
    {
      name: 'access',
      label: 'Acesso',
      all: 'Acesso',
      data: studentAccesses.map((value) => ({ value, label: accessLabels[value] })),
    },
    {
      name: 'entered',
      label: 'Entrada',
      all: 'Primeiro acesso',
      data: [{ value: 'never', label: 'Nunca entrou' }],
    },
    {
      name: 'origin',
      label: 'Origem',
      all: 'Todas as origens',
      data: studentOrigins.map((value) => ({ value, label: originLabel(value) })),
    },
    {
      name: 'phone',
      label: 'Telefone',
      all: 'Todo telefone',
      data: [{ value: 'unknown', label: 'Sem país' }],
    },
  ] as const
  return (
    <ListFilters
      search={
        <SearchBox
          label="Buscar aluno por nome, e-mail ou telefone"
          placeholder="Nome, e-mail ou telefone"
          search={query.search}
          onSearch={onSearch}
        />
      }
      fields={fields.filter(({ name }) => name !== 'phone' || query.phone)}
      values={query}
      onFilter={(name, value) => onFilter({ [name]: value })}
      sorting={{ data: studentOrders, value: query.sort, onSort: (sort) => onSort(sort as StudentSort) }}
      found={found}
      aside={columns}
    />
  )
}
