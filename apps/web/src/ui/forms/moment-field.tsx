import { TextInput, type TextInputProps } from '@mantine/core'

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  /** Moment that momentOf takes; '' while there is none. */
  value: string
  onChange: (wallTime: string) => void
}

/** A day and an hour on the clock of São Paulo, wherever the browser is. */
export const MomentField = ({ onChange, ...field }: Props) => (
  <TextInput
    {...field}
    type="datetime-local"
    min="2000-01-01T00:00"
    max="2099-12-31T23:59"
    onChange={({ currentTarget }) => onChange(currentTarget.value.slice(0, 16))}
  />
)
