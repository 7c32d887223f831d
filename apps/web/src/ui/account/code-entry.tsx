import { Button } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { CodeField } from './code-field.tsx'

interface CodeEntryProps extends ComponentProps<typeof CodeField> {
  /** Empties the field when the user turns to the other kind of code. */
  onTurn: () => void
}

/** A code of the app, or one of those that were written down: the user turns from one to the other. */
export function CodeEntry({ onTurn, children, ...field }: CodeEntryProps) {
  const [isRecovery, setRecovery] = useState(false)
  const turn = () => {
    onTurn()
    setRecovery(!isRecovery)
  }
  return (
    <>
      <CodeField key={String(isRecovery)} isRecovery={isRecovery} {...field} />
      {children}
      <Button variant="subtle" onClick={turn}>
        {isRecovery ? 'Usar o código do aplicativo' : 'Usar um código de recuperação'}
      </Button>
    </>
  )
}
