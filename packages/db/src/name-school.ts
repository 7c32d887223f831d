import {
  AliasNode,
  BinaryOperationNode,
  ColumnNode,
  type DeleteQueryNode,
  IdentifierNode,
  type InsertQueryNode,
  type JoinNode,
  type KyselyPlugin,
  ListNode,
  OnNode,
  type OperationNode,
  OperationNodeTransformer,
  OperatorNode,
  PrimitiveValueListNode,
  type RawNode,
  ReferenceNode,
  type RootOperationNode,
  type SelectQueryNode,
  sql,
  TableNode,
  type UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  WhereNode,
} from 'kysely'
import { schoolColumns } from './tables.gen.ts'

const expression = 'app.school_id()'
/** The school of the transaction in SQL written by hand. It becomes a parameter, by which a distributed database finds the node that has the rows. */
export const thisSchool = sql<string>`app.school_id()`

/**
 * Names the school in every statement that the builder makes, for each of its tables. Row-level security demands the same again on the
 * server; the school in the statement also tells a distributed database which node to ask.
 */
export class NameSchool implements KyselyPlugin {
  readonly #transformer: SchoolNamer
  constructor(schoolId: string) {
    this.#transformer = new SchoolNamer(schoolId)
  }
  transformQuery({ node }: { node: RootOperationNode }): RootOperationNode {
    return this.#transformer.transformNode(node) as RootOperationNode
  }
  async transformResult<T>({ result }: { result: T }): Promise<T> {
    return result
  }
}

/** Queries that name their school already, as one inside another does. */
const named = new WeakSet<OperationNode>()
const once = <N extends OperationNode>(node: N, name: (node: N) => N): N => {
  if (named.has(node)) return node
  const result = name(node)
  named.add(result)
  return result
}

class SchoolNamer extends OperationNodeTransformer {
  readonly #schoolId: string
  constructor(schoolId: string) {
    super()
    this.#schoolId = schoolId
  }

  protected override transformSelectQuery(node: SelectQueryNode): SelectQueryNode {
    return once(node, () => {
      const next = super.transformSelectQuery(node)
      return this.#where(next, next.from?.froms ?? [])
    })
  }
  protected override transformUpdateQuery(node: UpdateQueryNode): UpdateQueryNode {
    return once(node, () => {
      const next = super.transformUpdateQuery(node)
      return this.#where(next, [...(next.table ? [next.table] : []), ...(next.from?.froms ?? [])])
    })
  }
  protected override transformDeleteQuery(node: DeleteQueryNode): DeleteQueryNode {
    return once(node, () => {
      const next = super.transformDeleteQuery(node)
      return this.#where(next, [...next.from.froms, ...(next.using?.tables ?? [])])
    })
  }

  /** The condition stands on the join itself, so that an outer join stays outer. */
  protected override transformJoin(node: JoinNode): JoinNode {
    const next = super.transformJoin(node)
    const condition = this.#conditionOn(next.table)
    if (!condition) return next
    const on = next.on ? OnNode.cloneWithOperation(next.on, 'And', condition) : OnNode.create(condition)
    return { ...next, on }
  }

  protected override transformInsertQuery(node: InsertQueryNode): InsertQueryNode {
    return once(node, () => {
      const next = super.transformInsertQuery(node)
      const column = next.into && schoolColumns[next.into.table.identifier.name]
      if (column !== 'school_id' || next.columns?.some((each) => each.column.name === column)) return next
      const { columns = [], values = ValuesNode.create([PrimitiveValueListNode.create([])]) } = next
      if (!ValuesNode.is(values)) throw new Error('an insert names its school by itself unless it is made of values')
      const rows = values.values.map((row) =>
        PrimitiveValueListNode.is(row)
          ? PrimitiveValueListNode.create([...row.values, this.#schoolId])
          : ValueListNode.create([...row.values, ValueNode.create(this.#schoolId)]),
      )
      const named = { columns: [...columns, ColumnNode.create(column)], values: ValuesNode.create(rows) }
      return { ...next, ...named, defaultValues: false }
    })
  }

  protected override transformRaw(node: RawNode): RawNode {
    const isMarker = node.sqlFragments.length === 1 && node.sqlFragments[0] === expression
    return isMarker ? (ValueNode.create(this.#schoolId) as OperationNode as RawNode) : super.transformRaw(node)
  }

  #where<N extends { where?: WhereNode | undefined }>(node: N, tables: readonly OperationNode[]): N {
    const conditions = tables.flatMap((table) =>
      ListNode.is(table) ? table.items.map((item) => this.#conditionOn(item)) : [this.#conditionOn(table)],
    )
    let { where } = node
    for (const condition of conditions)
      if (condition) where = where ? WhereNode.cloneWithOperation(where, 'And', condition) : WhereNode.create(condition)
    return { ...node, where }
  }

  #conditionOn(table: OperationNode): OperationNode | undefined {
    const alias = AliasNode.is(table) && IdentifierNode.is(table.alias) ? table.alias.name : undefined
    const target = AliasNode.is(table) ? table.node : table
    if (!TableNode.is(target)) return undefined
    const { name } = target.table.identifier
    const column = schoolColumns[name]
    if (!column) return undefined
    const reference = ReferenceNode.create(ColumnNode.create(column), TableNode.create(alias ?? name))
    return BinaryOperationNode.create(reference, OperatorNode.create('='), ValueNode.create(this.#schoolId))
  }
}
