import { limits } from '@escola/contract/limits'
import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

interface SearchBoxProps {
  /** Whole label, for users of screen readers. */
  label: string
  placeholder: string
  maxLength?: number
  search: string
  onSearch: (search: string) => void
}

/** The search box; what is typed reaches the address after a short pause. */
export function SearchBox({ label, placeholder, maxLength = limits.searchMax, search, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(search)
  const reported = useRef(search)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Back and forward change the address without typing.
  useEffect(() => {
    if (search === reported.current) return
    reported.current = search
    setTyped(search)
  }, [search])
  useEffect(() => () => clearTimeout(timer.current), [])

  const type = (text: string, delayMs: number) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      reported.current = text.trim()
      onSearch(text.trim())
    }, delayMs)
  }
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      maw={420}
      style={{ minWidth: 'var(--search-least, min(14rem, 100%))' }}
      flex={1}
      maxLength={maxLength}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={typed && <CloseButton aria-label="Limpar busca" onClick={() => type('', 0)} />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value, limits.searchMs)}
    />
  )
}
