import { limits } from '@escola/contract/limits'
import { countOf } from '@escola/contract/messages'
import { searchTexts, wholeSearchLimits } from '@escola/contract/search.contract'
import { CloseButton, Loader, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.layer.css'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useSchool, useViewRole } from '../../../session/context.ts'
import { useRights } from '../../../session/rights.ts'
import { useNavigation } from '../menu-entries.ts'
import { groupItems, type Item } from './found-groups.ts'
import { searchQueries } from './search.queries.ts'
import classes from './search-dialog.module.css'

const [store, searchActions] = createSpotlight()

/** Closes the search and forgets its text. */
const reset = () => store.setState({ ...store.getState(), opened: false, query: '' })

/** Opens the search without the text of the last one. */
export function showSearch() {
  reset()
  searchActions.open()
}

/** Search over all of a school that the user may open, as a combobox that stands in a dialog. */
export function SearchDialog() {
  const school = useSchool()
  const isAdmin = useViewRole() === 'admin'
  const router = useRouter()
  const { groups: menu, isOpen } = useNavigation()
  const { may } = useRights()
  const { query } = useSpotlight(store)
  const isPhone = useMediaQuery('(max-width: 599px)', false, { getInitialValueInEffect: false })
  const id = useId()
  const text = query.trim()
  const [asked] = useDebouncedValue(text, limits.searchMs)
  const view = isAdmin ? 'admin' : 'student'
  const { data, isFetching, isError } = useQuery({
    ...searchQueries.everything(school.id, { q: asked, view }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  })
  const groups = groupItems({
    text,
    isAdmin,
    entries: menu.flatMap(({ entries }) => entries),
    found: data,
    isOpen: ({ to, needs, may: asked }) => isOpen(to) && (!needs || school[needs]) && (!asked || may(asked)),
    opensStudents: isOpen('/alunos'),
  })
  const placeholder = isAdmin && may('students') ? searchTexts.placeholder : searchTexts.ofStudent
  const items = groups.flatMap((group) => group.items)
  const isWaiting = text !== '' && (isFetching || asked !== text)
  // Enter opens the first thing that is found; the arrows choose another one of the same list.
  const list = `${text} ${items[0]?.key} ${items.length}`
  const [chosen, choose] = useState({ list, place: -1 })
  const selected = chosen.list === list ? chosen.place : text === '' ? -1 : 0
  useEffect(() => reset, [])
  useEffect(() => {
    document.getElementById(`${id}-${selected}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, selected])
  const open = ({ to, params, search }: Item) => {
    searchActions.close()
    void router.navigate({ to: to as '/', params: params as never, search: search as never })
  }
  const handleKey = ({ nativeEvent: { key, isComposing } }: KeyboardEvent) => {
    if (isComposing || items.length === 0) return
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    if (step !== 0)
      choose({ list, place: (Math.max(selected, step === 1 ? -1 : 0) + step + items.length) % items.length })
    const item = items[selected]
    if (key === 'Enter' && item) open(item)
  }
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      fullScreen={isPhone}
      classNames={{ content: classes.dialog }}
      attributes={{ content: { 'aria-label': searchTexts.title } }}
    >
      <Spotlight.Search
        aria-label={placeholder}
        placeholder={placeholder}
        maxLength={wholeSearchLimits.max}
        role="combobox"
        aria-expanded={items.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={items[selected] && `${id}-${selected}`}
        onKeyDown={handleKey}
        leftSection={isWaiting ? <Loader size={18} /> : <IconSearch size={20} stroke={1.7} aria-hidden />}
        rightSection={<CloseButton aria-label="Fechar a busca" onClick={searchActions.close} />}
        rightSectionPointerEvents="all"
      />
      <VisuallyHidden role="status">
        {text !== '' && !isWaiting ? countOf(items.length, 'resultado', 'resultados') : ''}
      </VisuallyHidden>
      <div id={id} role="listbox" aria-label="Resultados" className={classes.list}>
        {groups.map(({ label, items: shown }) => (
          <Spotlight.ActionsGroup key={label} label={label} role="group" aria-label={label}>
            {shown.map((item) => {
              const place = items.indexOf(item)
              return (
                <Spotlight.Action
                  key={item.key}
                  renderRoot={(props) => (
                    <div
                      {...props}
                      role="option"
                      tabIndex={-1}
                      id={`${id}-${place}`}
                      aria-selected={place === selected}
                    />
                  )}
                  data-selected={place === selected || undefined}
                  label={item.label}
                  description={item.description}
                  leftSection={<item.icon size={20} stroke={1.7} aria-hidden />}
                  className={classes.action}
                  onClick={() => open(item)}
                />
              )
            })}
          </Spotlight.ActionsGroup>
        ))}
      </div>
      {items.length === 0 && !isWaiting && (
        <Spotlight.Empty>{isError ? searchTexts.failed : searchTexts.none}</Spotlight.Empty>
      )}
      {text === '' && (
        <Spotlight.Footer>{isAdmin && may('students') ? searchTexts.hint : searchTexts.hintOfStudent}</Spotlight.Footer>
      )}
    </Spotlight.Root>
  )
}
