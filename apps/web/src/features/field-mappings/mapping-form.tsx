import {
  FieldMapping,
  type FieldPath,
  type fieldMappings,
  type MappedField,
  type MappedOutcome,
  type MappingDraft,
  mappedFields,
  type SampleField,
} from '@escola/contract/field-mappings.contract'
import type { ResponseOf } from '@escola/contract/route'
import { formatDateTime } from '@escola/contract/time'
import { Alert, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { textOf } from '../../api/api-error.ts'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { Section } from '../../ui/section.tsx'
import { ChosenFields } from './chosen-fields.tsx'
import { fieldMappingQueries, useSaveMapping } from './field-mappings.queries.ts'
import { MeaningDialog } from './meaning-dialog.tsx'
import { Previews } from './previews.tsx'
import { SampleView } from './sample-view.tsx'
import { ValueMeanings } from './value-meanings.tsx'

interface Props {
  accountId: string
  loaded: ResponseOf<typeof fieldMappings.get>
}

interface MappingValues extends Record<string, unknown> {
  fields: Partial<Record<MappedField, FieldPath>>
  /** Meanings that were chosen; '' for a value that is to have none. */
  outcomes: Record<string, MappedOutcome | ''>
}

const check = zodResolver(FieldMapping)
const isSame = (one: FieldPath | undefined, other: FieldPath) => JSON.stringify(one) === JSON.stringify(other)

export function MappingForm({ accountId, loaded: { samples, mapping, suggestion, waiting } }: Props) {
  const schoolId = useSchool().id
  const save = useSaveMapping(accountId)
  const first = mapping ?? suggestion
  const form: UseFormReturnType<MappingValues> = useForm<MappingValues>({
    initialValues: {
      fields: first.fields,
      outcomes: Object.fromEntries(first.outcomes.map(({ value, outcome }) => [value, outcome])),
    },
    validate: (values) => check(toDraft(values.fields, { ...suggested, ...values.outcomes })),
  })
  const { fields, outcomes } = form.values
  const { data: found } = useQuery(fieldMappingQueries.preview(schoolId, accountId, { fields, outcomes: [] }))
  const values = found?.values ?? []
  // The meaning that other platforms give to a word is chosen for the school until it chooses otherwise.
  const suggested = Object.fromEntries(values.flatMap(({ value, suggestion: each }) => (each ? [[value, each]] : [])))
  const meanings = { ...suggested, ...outcomes }
  const draft = toDraft(fields, meanings)
  const { data: answer, error } = useQuery(fieldMappingQueries.preview(schoolId, accountId, draft))
  const previews = answer?.previews ?? []
  const events = new Map(previews.map(({ id, value }) => [id, value]))
  const { submit, pending, failure } = useFormSubmit(form, async () => {
    await save.mutateAsync(draft)
    notifySuccess(
      waiting > 0 ? 'Campos salvos! Os avisos que estavam esperando serão processados agora.' : 'Campos salvos!',
    )
  })
  const [sampleId, setSampleId] = useState(samples[0]!.id)
  const sample = samples.find(({ id }) => id === sampleId) ?? samples[0]!
  const [chosen, setChosen] = useState<SampleField>()
  const meaningsOf = (path: FieldPath) => mappedFields.filter((field) => isSame(fields[field], path))
  const setField = (field: MappedField, path: FieldPath | undefined) => {
    form.clearErrors()
    const { [field]: _, ...others } = fields
    form.setFieldValue('fields', path ? { ...others, [field]: path } : others)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <Section
          title="Aviso recebido"
          text="Clique em um campo para dizer o que ele significa. Já marcamos o que reconhecemos; confira."
        >
          {samples.length > 1 && (
            <NativeSelect
              label="Aviso"
              value={sample.id}
              data={samples.map(({ id, utc_created_on }) => ({
                value: id,
                label: [formatDateTime(utc_created_on), events.get(id)].filter(Boolean).join(' · '),
              }))}
              onChange={(event) => setSampleId(event.currentTarget.value)}
            />
          )}
          <SampleView fields={sample.fields} meaningsOf={meaningsOf} onChoose={setChosen} />
          {sample.is_cut && (
            <Text size="sm" c="dimmed">
              Este aviso é grande: mostramos só a primeira parte dele.
            </Text>
          )}
        </Section>
        <Section title="Campos escolhidos">
          <ChosenFields
            fields={fields}
            samples={samples}
            errorOf={(field) => form.errors[`fields.${field}`]}
            onClear={(field) => setField(field, undefined)}
          />
        </Section>
        <Section
          title="O que cada valor quer dizer"
          text="Um aviso com um valor sem significado espera, e não muda nada até você decidir."
        >
          <ValueMeanings
            values={values}
            meanings={meanings}
            error={form.errors.outcomes}
            onChange={(value, outcome) => {
              form.clearErrors()
              form.setFieldValue('outcomes', { ...outcomes, [value]: outcome })
            }}
          />
        </Section>
        <Section title="O que estes avisos fariam">
          {error ? <Text size="sm">{textOf(error)}</Text> : <Previews previews={previews} samples={samples} />}
        </Section>
        {failure !== undefined && (
          <Alert color="danger" variant="light" role="alert">
            {textOf(failure)}
          </Alert>
        )}
        <Group justify="flex-end">
          <BusyButton type="submit" busy={pending}>
            Salvar
          </BusyButton>
        </Group>
      </Stack>
      <MeaningDialog
        field={chosen}
        meaningsOf={meaningsOf}
        fields={fields}
        onChoose={setField}
        onClose={() => setChosen(undefined)}
      />
    </form>
  )
}

const toDraft = (fields: MappingValues['fields'], meanings: MappingValues['outcomes']): MappingDraft => ({
  fields,
  outcomes: Object.entries(meanings).flatMap(([value, outcome]) => (outcome ? [{ value, outcome }] : [])),
})
