import type { SampleField } from '@escola/contract/field-mappings.contract'

/** A field of a sample, or an object or list with fields inside. */
export interface TreeNode {
  name: string
  /** Undefined for what has fields inside. */
  field: SampleField | undefined
  children: TreeNode[]
}

/** Puts fields under what they stand in, in the order in which they came. */
export function growTree(fields: SampleField[]): TreeNode[] {
  const root: TreeNode = { name: '', field: undefined, children: [] }
  for (const field of fields) {
    let node = root
    for (const [depth, name] of field.path.entries()) {
      const isLast = depth === field.path.length - 1
      let next = node.children.find((child) => child.name === name && (child.field !== undefined) === isLast)
      if (!next) {
        next = { name, field: isLast ? field : undefined, children: [] }
        node.children.push(next)
      }
      node = next
    }
  }
  return root.children
}
