import {
  everyItem,
  type FieldPath,
  type MappedField,
  mappingLabels,
  type SampleField,
} from '@escola/contract/field-mappings.contract'
import { Badge, Text, UnstyledButton } from '@mantine/core'
import classes from './field-mappings.module.css'
import { growTree, type TreeNode } from './sample-tree.ts'

interface Props {
  fields: SampleField[]
  /** Meanings that a field has now. */
  meaningsOf: (path: FieldPath) => MappedField[]
  onChoose: (field: SampleField) => void
}

/** A sample as the platform nests it; each field is a button that says what it means. */
export const SampleView = ({ fields, ...choosing }: Props) => (
  <ul className={classes.tree} aria-label="Campos do aviso">
    {growTree(fields).map((node) => (
      <Branch key={keyOf(node)} node={node} {...choosing} />
    ))}
  </ul>
)

const keyOf = ({ name, field }: TreeNode) => `${name} ${field === undefined}`

function Branch({ node, ...choosing }: { node: TreeNode } & Omit<Props, 'fields'>) {
  const name = node.name === everyItem ? 'cada item da lista' : node.name
  if (node.field) return <Leaf name={name} field={node.field} {...choosing} />
  return (
    <li>
      <Text size="sm" c="dimmed" className={classes.branch}>
        {name}
      </Text>
      <ul className={classes.tree}>
        {node.children.map((child) => (
          <Branch key={keyOf(child)} node={child} {...choosing} />
        ))}
      </ul>
    </li>
  )
}

function Leaf({ name, field, meaningsOf, onChoose }: { name: string; field: SampleField } & Omit<Props, 'fields'>) {
  return (
    <li>
      <UnstyledButton className={classes.leaf} onClick={() => onChoose(field)}>
        <span className={classes.name}>{name}:</span> <span className={classes.text}>{field.text || 'vazio'}</span>
        {meaningsOf(field.path).map((meaning) => (
          <Badge key={meaning} variant="light" className={classes.badge}>
            {mappingLabels[meaning]}
          </Badge>
        ))}
      </UnstyledButton>
    </li>
  )
}
