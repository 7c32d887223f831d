import { TextInput, type TextInputProps } from '@mantine/core'
import type { ChangeEvent } from 'react'

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  value?: string
  onChange: (value: string) => void
  /** Formats the typed text for the screen. */
  mask: (typed: string) => string
}

/** Masks only text that is typed at the end, so that a correction in the middle keeps its cursor. */
export function MaskedInput({ value = '', onChange, mask, ...props }: Props) {
  const change = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const grows = input.value.length > value.length && input.selectionStart === input.value.length
    onChange(grows ? mask(input.value) : input.value)
  }
  return <TextInput value={value} onChange={change} {...props} />
}
