import { formatWorkload, parseWorkload } from '@escola/contract/text'
import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'

interface Props {
  minutes: number
  onChange: (minutes: number) => void
}

/** Workload as people write it; leaving the field shows how it was understood. */
export function WorkloadField({ minutes, onChange }: Props) {
  const [text, setText] = useState(formatWorkload(minutes))
  const [typing, setTyping] = useState(false)
  const understood = parseWorkload(text)
  useEffect(() => {
    if (!typing) setText(formatWorkload(minutes))
  }, [minutes, typing])
  return (
    <TextInput
      label="Carga horária"
      description="Aparece no curso e no certificado"
      placeholder="1h30, meia, 90 minutos…"
      maxLength={40}
      value={text}
      error={understood === undefined ? 'Escreva, por exemplo, 1h30, meia ou 90 minutos' : undefined}
      onChange={(event) => {
        const typed = event.currentTarget.value
        setTyping(true)
        setText(typed)
        const parsed = parseWorkload(typed)
        if (parsed !== undefined && parsed <= 1_000_000) onChange(parsed)
      }}
      onBlur={() => {
        if (understood !== undefined) setTyping(false)
      }}
    />
  )
}
