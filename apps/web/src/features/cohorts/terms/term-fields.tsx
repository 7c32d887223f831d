import { NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { TermValues } from './term-values.ts'

const kinds = [
  { value: 'life', label: 'Para sempre' },
  { value: 'days', label: 'Por dias a partir da matrícula' },
  { value: 'months', label: 'Por meses a partir da matrícula' },
  { value: 'date', label: 'Até uma data' },
]

interface Props<Values extends TermValues> {
  form: UseFormReturnType<Values>
  /** Choice that leaves the term to the class. */
  ownLabel?: string
}

/** Fields that say for how long a class gives access. */
export function TermFields<Values extends TermValues>({ form, ownLabel }: Props<Values>) {
  const { kind } = form.values
  return (
    <>
      <NativeSelect
        label="Prazo de acesso"
        data={ownLabel ? [{ value: 'own', label: ownLabel }, ...kinds] : kinds}
        {...form.getInputProps('kind')}
      />
      {(kind === 'days' || kind === 'months') && (
        <TextInput
          label={kind === 'days' ? 'Quantos dias' : 'Quantos meses'}
          required
          inputMode="numeric"
          maxLength={6}
          autoComplete="off"
          {...form.getInputProps('count')}
        />
      )}
      {kind === 'date' && (
        <TextInput label="Último dia de acesso" type="date" required {...form.getInputProps('until')} />
      )}
    </>
  )
}
