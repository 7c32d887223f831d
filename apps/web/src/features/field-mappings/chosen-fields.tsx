import {
  type FieldPath,
  type MappedField,
  mappedFields,
  mappingLabels,
  type Sample,
} from '@escola/contract/field-mappings.contract'
import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './field-mappings.module.css'
import { nameField } from './mapping-words.ts'

const required: readonly MappedField[] = ['event', 'transaction', 'email', 'product_ids']

interface Props {
  fields: Partial<Record<MappedField, FieldPath>>
  samples: Sample[]
  errorOf: (field: MappedField) => ReactNode
  onClear: (field: MappedField) => void
}

/** Lists each thing that a delivery can say, with the field that says it. */
export const ChosenFields = ({ fields, samples, errorOf, onClear }: Props) => (
  <ul className={classes.listed} aria-label="Campos escolhidos">
    {mappedFields.map((field) => {
      const path = fields[field]
      const error = errorOf(field)
      const isNeeded = required.includes(field) && !(field === 'product_ids' && fields.offer_ids)
      return (
        <li key={field} className={classes.row}>
          <div>
            <Text size="sm" fw={600} span>
              {mappingLabels[field]}:
            </Text>{' '}
            <Text size="sm" span c={path ? undefined : 'dimmed'}>
              {path ? sayField(path, samples) : isNeeded ? 'falta escolher' : 'não escolhido'}
            </Text>
            {error && (
              <Text size="sm" c="var(--mantine-color-error)" role="alert">
                {error}
              </Text>
            )}
          </div>
          {path && (
            <Button
              variant="subtle"
              size="sm"
              mih={44}
              aria-label={`Limpar ${mappingLabels[field]}`}
              onClick={() => onClear(field)}
            >
              Limpar
            </Button>
          )}
        </li>
      )
    })}
  </ul>
)

/** The field, with a value that it had. */
function sayField(path: FieldPath, samples: Sample[]): string {
  const key = JSON.stringify(path)
  const text = samples
    .flatMap(({ fields }) => fields)
    .find((each) => JSON.stringify(each.path) === key && each.text)?.text
  return text ? `${nameField(path)} (${text})` : nameField(path)
}
