import { ActionIcon, Button, Drawer, Group, Indicator, Pill, Select, Stack } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconDots } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import classes from './list-filters.module.css'
import { usePhone } from './use-phone.ts'

export interface FilterField<Name extends string> {
  name: Name
  label: string
  /** Shown where nothing is chosen. */
  all: string
  data: readonly { value: string; label: string }[]
  /** Said where a search among the choices finds none; left out for a field that isn't searched. */
  notFound?: string
}

interface SelectsProps<Name extends string> {
  fields: readonly FilterField<Name>[]
  /** Chosen values; '' chooses all. */
  values: Record<Name, string>
  onFilter: (name: Name, value: string) => void
}

interface ListFiltersProps<Name extends string> extends SelectsProps<Name> {
  search: ReactNode
  /** Orders that the columns' headings choose, which a phone doesn't show; left out for a list that has one order. */
  sorting?: { data: { value: string; label: string }[]; value: string; onSort: (value: string) => void }
  /** Number of rows found, in words, like "12 alunos". */
  found: string
  /** Acts of the list that stand elsewhere in a wide window, and are folded away on a phone. */
  actions?: ReactNode
}

/** Search and filters of a list: side by side, or on a phone the search pinned, the filters in a sheet and those in use as chips. */
export function ListFilters<Name extends string>(props: ListFiltersProps<Name>) {
  const { search, actions, ...sheet } = props
  const { fields, values, onFilter } = sheet
  const isPhone = usePhone()
  const [isOpen, setOpen] = useState(false)
  const [isUnfolded, setUnfolded] = useState(false)
  if (!isPhone)
    return (
      <Group gap="xs">
        {search}
        <Group gap="xs" role="group" aria-label="Filtros" className={classes.selects}>
          <Selects fields={fields} values={values} onFilter={onFilter} isLabelled={false} />
        </Group>
      </Group>
    )
  const used = fields.filter(({ name }) => values[name])
  return (
    <>
      <div className={classes.pinned}>
        {search}
        <Indicator label={used.length} size={18} disabled={used.length === 0} offset={4}>
          <ActionIcon
            variant="light"
            size={44}
            aria-label={used.length > 0 ? `Filtros (${used.length})` : 'Filtros'}
            onClick={() => setOpen(true)}
          >
            <IconAdjustmentsHorizontal size={20} aria-hidden />
          </ActionIcon>
        </Indicator>
        {actions && (
          <ActionIcon
            variant="light"
            size={44}
            aria-label="Ações da lista"
            aria-expanded={isUnfolded}
            onClick={() => setUnfolded(!isUnfolded)}
          >
            <IconDots size={20} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {isUnfolded && <Group gap="xs">{actions}</Group>}
      {used.length > 0 && (
        <Pill.Group aria-label="Filtros em uso">
          {used.map(({ name, label, data }) => (
            <Pill
              key={name}
              size="lg"
              className={classes.chip}
              withRemoveButton
              onRemove={() => onFilter(name, '')}
              removeButtonProps={{ 'aria-label': `Limpar filtro: ${label}`, tabIndex: 0, 'aria-hidden': false }}
            >
              {data.find(({ value }) => value === values[name])?.label ?? label}
            </Pill>
          ))}
        </Pill.Group>
      )}
      <FilterSheet {...sheet} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

const Selects = <Name extends string>({
  fields,
  values,
  onFilter,
  isLabelled,
}: SelectsProps<Name> & { isLabelled: boolean }) =>
  fields.map(({ name, label, all, data, notFound }) => (
    <Select
      key={name}
      {...(isLabelled ? { label } : { 'aria-label': label })}
      placeholder={all}
      data={data}
      value={values[name] || null}
      onChange={(value) => onFilter(name, value ?? '')}
      clearable
      clearButtonProps={{ 'aria-label': `Limpar filtro: ${label}` }}
      searchable={notFound !== undefined}
      nothingFoundMessage={notFound}
    />
  ))

interface FilterSheetProps<Name extends string> extends Omit<ListFiltersProps<Name>, 'search' | 'actions'> {
  isOpen: boolean
  onClose: () => void
}

function FilterSheet<Name extends string>({
  fields,
  values,
  onFilter,
  sorting,
  found,
  isOpen,
  onClose,
}: FilterSheetProps<Name>) {
  return (
    <Drawer opened={isOpen} onClose={onClose} position="bottom" classNames={{ content: classes.sheet }} title="Filtros">
      <Stack gap="sm" pb="md">
        <Selects fields={fields} values={values} onFilter={onFilter} isLabelled />
        {sorting && (
          <Select
            label="Ordenar por"
            data={sorting.data}
            value={sorting.value}
            allowDeselect={false}
            onChange={(value) => value && sorting.onSort(value)}
          />
        )}
        <Button fullWidth onClick={onClose}>
          Ver {found}
        </Button>
      </Stack>
    </Drawer>
  )
}
