import { limits } from '@escola/contract/limits'
import { formatWorkload, parseWorkload } from '@escola/contract/workload'
import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'

interface Props {
  minutes: number
  /** Typed text that says no time. */
  text: string | undefined
  onChange: (edits: { workload_hours: number; workload_text: string | undefined }) => void
}

/** Workload field, which takes words; leaving the field shows how it was understood. */
export function WorkloadField({ minutes, text, onChange }: Props) {
  const [typed, setTyped] = useState<string>()
  /** Workload that holds until another is understood: an emptied field is on its way to another text. */
  const before = useRef(minutes)
  const shown = typed ?? text ?? formatWorkload(minutes)
  return (
    <TextInput
      label="Carga horária"
      description="Aparece no curso e no certificado"
      placeholder="1h30, meia, 90 minutos…"
      maxLength={limits.workloadMax}
      value={shown}
      error={parseWorkload(shown) === undefined ? 'Por exemplo: 1h30 ou 90 minutos' : undefined}
      onFocus={() => {
        before.current = minutes
      }}
      onChange={(event) => {
        const typed = event.currentTarget.value
        const understood = parseWorkload(typed)
        setTyped(typed)
        if (understood === undefined) onChange({ workload_hours: before.current, workload_text: typed })
        else if (understood !== minutes || text !== undefined)
          onChange({ workload_hours: understood, workload_text: undefined })
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
