import { parseSync } from 'vite'

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function walk(node: Node, visit: (node: Node) => void) {
  visit(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit)
  }
}

const read = (code: string) => (parseSync('module.js', code).program as unknown as { body: Node[] }).body

/** Of each route only what a caller needs: its method and its path. */
export function leanRoutes(code: string): string {
  const cuts: Node[] = []
  for (const statement of read(code)) {
    walk(statement, (node) => {
      if (node.type !== 'CallExpression' || (node.callee as Node).name !== 'defineRoute') return
      const [definition] = node.arguments as [{ properties: (Node & { key: { name: string } })[] }]
      cuts.push(...definition.properties.filter(({ key }) => key.name !== 'method' && key.name !== 'path'))
    })
  }
  return cuts.reduceRight((rest, { start, end }) => {
    const after = rest.slice(end).replace(/^\s*,/, '')
    return rest.slice(0, start) + after
  }, code)
}

const namesIn = (statement: Node): Set<string> => {
  const names = new Set<string>()
  walk(statement, (node) => {
    if (node.type === 'Identifier') names.add(node.name as string)
  })
  return names
}

const declaredBy = (statement: Node): string[] => {
  const declaration = (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement) as Node | null
  if (declaration?.type === 'VariableDeclaration') {
    return (declaration.declarations as { id: { name: string } }[]).map(({ id }) => id.name)
  }
  return declaration?.type === 'FunctionDeclaration' || declaration?.type === 'ClassDeclaration'
    ? [(declaration.id as { name: string }).name]
    : []
}

/** The statements of a module that one of its names needs, with their imports and nothing else. Too much is harmless, too little is not. */
export function slice(code: string, name: string): string {
  const statements = read(code)
  const declaring = new Map(statements.flatMap((statement) => declaredBy(statement).map((known) => [known, statement])))
  const kept = new Set<Node>()
  const needed = new Set([name])
  // A set grows while it is walked, so what is needed by what is needed is reached too.
  for (const next of needed) {
    const statement = declaring.get(next)
    if (!statement || kept.has(statement)) continue
    kept.add(statement)
    for (const used of namesIn(statement)) needed.add(used)
  }
  const text = statements.map((statement) => {
    if (statement.type !== 'ImportDeclaration')
      return kept.has(statement) ? code.slice(statement.start, statement.end) : ''
    const specifiers = (statement.specifiers as (Node & { local: { name: string } })[]).filter(({ local }) =>
      needed.has(local.name),
    )
    if (specifiers.length === 0) return ''
    const list = specifiers.map(({ start, end }) => code.slice(start, end)).join(', ')
    const { start, end } = statement.source as Node
    return `import { ${list} } from ${code.slice(start, end)}`
  })
  return text.filter(Boolean).join('\n')
}
