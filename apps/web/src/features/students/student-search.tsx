import { limits } from '@escola/contract/limits'
import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

interface StudentSearchProps {
  search: string
  onSearch: (search: string) => void
}

/** The search box; what is typed reaches the address after a short pause. */
export function StudentSearch({ search, onSearch }: StudentSearchProps) {
  const [typed, setTyped] = useState(search)
  const told = useRef(search)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Back and forward change the address without anybody typing.
  useEffect(() => {
    if (search === told.current) return
    told.current = search
    setTyped(search)
  }, [search])
  useEffect(() => () => clearTimeout(timer.current), [])

  const type = (text: string, delayMs: number) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      told.current = text.trim()
      onSearch(text.trim())
    }, delayMs)
  }
  return (
    <TextInput
      type="search"
      aria-label="Buscar aluno por nome ou e-mail"
      placeholder="Buscar por nome ou e-mail"
      maw={420}
      maxLength={limits.searchMax}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={typed && <CloseButton aria-label="Limpar busca" onClick={() => type('', 0)} />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value, limits.searchMs)}
    />
  )
}
