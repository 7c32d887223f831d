import { suggestEmail } from '@escola/contract/email-typos'
import { cleanEmail, isEmail } from '@escola/contract/people'
import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import classes from './email-field.module.css'

type EmailFieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  value?: string
  /** Takes an event of the input, or the address that was proposed: a form's onChange takes both. */
  onChange?: (change: never) => void
}

/** A field for a new e-mail. Once it is left, it asks about a domain that is probably mistyped; a click alone changes what was typed. */
export function EmailField({ value = '', onChange, onBlur, ...field }: EmailFieldProps) {
  const [left, setLeft] = useState('')
  const change = onChange as ((change: unknown) => void) | undefined
  const email = cleanEmail(value)
  const suggestion = left === value && isEmail(email) ? suggestEmail(email) : undefined
  return (
    <div>
      <TextInput
        type="email"
        {...field}
        value={value}
        onChange={(event) => change?.(event)}
        onBlur={(event) => {
          setLeft(event.currentTarget.value)
          onBlur?.(event)
        }}
      />
      <div role="status" className={classes.hint}>
        {suggestion && (
          <Button
            variant="subtle"
            size="compact-sm"
            h={32}
            className={classes.suggestion}
            onClick={() => change?.(suggestion)}
          >
            <Question email={suggestion} />
          </Button>
        )}
      </div>
    </div>
  )
}

/** The name before the @ is cut where the line is too short: the domain is what is asked about. */
function Question({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <span className={classes.question}>
      {'Você quis dizer '}
      <span className={classes.name}>{email.slice(0, at)}</span>
      {`${email.slice(at)}?`}
    </span>
  )
}
