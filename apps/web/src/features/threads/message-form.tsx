import { isEmptyRichText } from '@escola/contract/rich-text'
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { ApiError, textOf } from '../../api/api-error.ts'
import { useKeptText } from '../../autosave/use-kept-text.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { usePhone } from '../../ui/lists/use-phone.ts'
import { LazyRichTextField } from '../../ui/rich-text/lazy-rich-text-field.tsx'

interface Props {
  /** Names what is written here, so that it is found again. */
  thing: string
  label: string
  send: (message: string) => Promise<unknown>
  isSending: boolean
  onDone: () => void
}

/** Form of a message, which keeps the text until it was sent. A phone has no room for headings, code and the like. */
export function MessageForm({ thing, label, send, isSending, onDone }: Props) {
  const { text, type } = useKeptText(thing)
  const isPhone = usePhone()
  const [problem, setProblem] = useState<string>()
  const submit = async () => {
    if (isSending) return
    setProblem(undefined)
    try {
      await send(text)
      type('')
      onDone()
    } catch (error) {
      setProblem((error instanceof ApiError && error.fields?.message) || textOf(error))
    }
  }
  return (
    <Stack gap="sm">
      <LazyRichTextField label={label} value={text} error={problem} takesFocus isPlain={isPhone} onChange={type} />
      <Group gap="xs">
        <BusyButton busy={isSending} disabled={isEmptyRichText(text)} onClick={() => void submit()}>
          Enviar
        </BusyButton>
        <Button variant="default" onClick={onDone}>
          Cancelar
        </Button>
      </Group>
    </Stack>
  )
}
