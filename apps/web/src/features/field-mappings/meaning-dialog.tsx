import {
  type FieldPath,
  type MappedField,
  mappedFields,
  mappingLabels,
  type SampleField,
} from '@escola/contract/field-mappings.contract'
import { Button, Modal, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import classes from './field-mappings.module.css'
import { nameField } from './mapping-words.ts'

interface Props {
  /** Undefined while the dialog is closed. */
  field: SampleField | undefined
  meaningsOf: (path: FieldPath) => MappedField[]
  /** Path of each meaning that is chosen; another field takes its place. */
  fields: Partial<Record<MappedField, FieldPath>>
  onChoose: (meaning: MappedField, path: FieldPath | undefined) => void
  onClose: () => void
}

/** Asks what a field of the sample means. */
export const MeaningDialog = ({ field, ...choosing }: Props) => (
  <Modal opened={field !== undefined} onClose={choosing.onClose} title="O que este campo diz?">
    {field && <Choices field={field} {...choosing} />}
  </Modal>
)

function Choices({ field, meaningsOf, fields, onChoose, onClose }: Props & { field: SampleField }) {
  const own = meaningsOf(field.path)
  const choose = (meaning: MappedField, path: FieldPath | undefined) => {
    onChoose(meaning, path)
    onClose()
  }
  return (
    <Stack>
      <Text size="sm" className={classes.branch}>
        {nameField(field.path)}: <strong>{field.text || 'vazio'}</strong>
      </Text>
      <div className={classes.choices}>
        {mappedFields.map((meaning) => {
          const isOwn = own.includes(meaning)
          const other = isOwn ? undefined : fields[meaning]
          return (
            <Button
              key={meaning}
              variant={isOwn ? 'light' : 'subtle'}
              justify="flex-start"
              h="auto"
              mih={44}
              aria-pressed={isOwn}
              leftSection={isOwn ? <IconCheck size={16} aria-hidden /> : undefined}
              styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
              onClick={() => choose(meaning, isOwn ? undefined : field.path)}
            >
              {mappingLabels[meaning]}
              {other && ` (agora: ${nameField(other)})`}
            </Button>
          )
        })}
      </div>
    </Stack>
  )
}
