import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import classes from './hint.module.css'

interface HintProps {
  /** Name of the field. */
  about: string
  /** Short hint, which is always there. */
  children: string
  /** Further sentences, behind the question mark. */
  more: string
}

/** Hint of a field in one line, with the rest behind a question mark. */
export function Hint({ about, children, more }: HintProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {children}
      <UnstyledButton
        className={classes.more}
        aria-label={`Mais sobre ${about}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span aria-hidden>?</span>
      </UnstyledButton>
      {isOpen && more}
    </>
  )
}
