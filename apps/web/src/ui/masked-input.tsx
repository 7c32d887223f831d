import { TextInput, type TextInputProps } from '@mantine/core'
import type { ChangeEvent } from 'react'

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  value?: string
  onChange: (value: string) => void
  /** How what was typed is shown. */
  mask: (typed: string) => string
}

/** Only what is typed at the end is masked, so that a correction in the middle keeps its cursor. */
export function MaskedInput({ value = '', onChange, mask, ...props }: Props) {
  const change = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const grows = input.value.length > value.length && input.selectionStart === input.value.length
    onChange(grows ? mask(input.value) : input.value)
  }
  return <TextInput value={value} onChange={change} {...props} />
}
