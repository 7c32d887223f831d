import { Group, Pagination, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { formatNumber } from '../format.ts'
import classes from './pager.module.css'

interface PagerProps {
  page: number
  total: number
  rowsPerPage: number
  onPage: (page: number) => void
  /** Name of the list, like "Páginas de alunos". */
  label: string
}

/** Pages of a list that has more than one. */
export function Pager({ page, total, rowsPerPage, onPage, label }: PagerProps) {
  const isWithin = useMediaQuery('(min-width: 600px)', true, { getInitialValueInEffect: false })
  const pages = Math.ceil(total / rowsPerPage)
  if (pages <= 1) return null
  const first = (page - 1) * rowsPerPage + 1
  const control = {
    first: 'Primeira página',
    previous: 'Página anterior',
    next: 'Próxima página',
    last: 'Última página',
  }
  return (
    <Group justify="space-between" gap="sm" component="nav" aria-label={label}>
      <Text size="sm" c="dimmed">
        {formatNumber(first)}–{formatNumber(Math.min(page * rowsPerPage, total))} de {formatNumber(total)}
      </Text>
      <Pagination
        total={pages}
        value={page}
        onChange={onPage}
        size="sm"
        siblings={isWithin ? 3 : 0}
        // Seven buttons fit in a row on the narrowest phone.
        gap={isWithin ? 8 : 2}
        classNames={{ root: classes.pages, control: classes.control }}
        getControlProps={(name) => ({ 'aria-label': control[name] })}
        getItemProps={(number) => ({ 'aria-label': `Página ${number}` })}
      />
    </Group>
  )
}
