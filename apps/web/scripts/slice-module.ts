import { parseSync } from 'vite'

export interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

export function walk(node: Node, visit: (node: Node) => void) {
  visit(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit)
  }
}

export const statementsOf = (file: string, code: string) =>
  (parseSync(file, code).program as unknown as { body: Node[] }).body
const read = (code: string) => statementsOf('module.js', code)

type Specifier = Node & { local: { name: string } }
type Declarator = Node & { id: Node & { name: string } }

/** Refuses a statement that can't be cut out by its name; see decision 13. */
function checkSliceable(statement: Node, code: string) {
  const isNamedImport = () => {
    const specifiers = statement.specifiers as Specifier[]
    return specifiers.length > 0 && specifiers.every(({ type }) => type === 'ImportSpecifier')
  }
  const isDeclaration = (node: Node | null) =>
    node?.type === 'FunctionDeclaration' ||
    (node?.type === 'VariableDeclaration' &&
      node.kind === 'const' &&
      (node.declarations as Declarator[]).every(({ id }) => id.type === 'Identifier'))
  const isSliceable =
    statement.type === 'ImportDeclaration'
      ? isNamedImport()
      : isDeclaration(statement.type === 'ExportNamedDeclaration' ? (statement.declaration as Node | null) : statement)
  if (isSliceable) return
  const [line] = code.slice(statement.start, statement.end).split('\n')
  throw new Error(`A file of the contract holds imports by name, constants and functions alone, not: ${line}`)
}

const isRoute = (node: Node) => node.type === 'CallExpression' && (node.callee as Node).name === 'defineRoute'

/** A browser knows only how to call a route. */
const routeKeys = ['method', 'path']

/** Keeps of each route only the fields that a caller needs. */
export function leanRoutes(code: string): string {
  const cuts: Node[] = []
  for (const statement of read(code)) {
    walk(statement, (node) => {
      if (!isRoute(node)) return
      const [definition] = node.arguments as (Node & { properties?: (Node & { key?: { name?: string } })[] })[]
      const named = definition?.properties?.filter(({ key, computed }) => key?.name !== undefined && !computed)
      if (!named || named.length !== definition!.properties!.length) {
        throw new Error('A route is defined by an object that is written out, name by name')
      }
      cuts.push(...named.filter(({ key }) => !routeKeys.includes(key!.name!)))
    })
  }
  return cuts.reduceRight((rest, { start, end }) => {
    const after = rest.slice(end).replace(/^\s*,/, '')
    return rest.slice(0, start) + after
  }, code)
}

/** Finds a screen's use of more of a route than a browser knows, like learning.home.response. */
export function strayUseOfRoute(statements: Node[], noun: string): string | undefined {
  let stray: string | undefined
  const nameOf = (node: unknown) => (node as { name?: string }).name
  const visit = (node: Node) => {
    if (node.type !== 'MemberExpression') return
    const route = node.object as Node
    if (route.type !== 'MemberExpression' || nameOf(route.object) !== noun) return
    const taken = nameOf(node.property)
    if (!taken || !routeKeys.includes(taken)) stray = `${noun}.${nameOf(route.property)}.${taken}`
  }
  for (const statement of statements) walk(statement, visit)
  return stray
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
    return (declaration.declarations as Declarator[]).map(({ id }) => id.name)
  }
  return declaration?.type === 'FunctionDeclaration' ? [(declaration.id as { name: string }).name] : []
}

/** Does the module define routes under this name? */
export const definesRoutes = (code: string, name: string): boolean => {
  let found = false
  for (const statement of read(code).filter((each) => declaredBy(each).includes(name))) {
    walk(statement, (node) => {
      found ||= isRoute(node)
    })
  }
  return found
}

/**
 * The statements of a module that one of its exports needs, with their imports and nothing else. What else the module exports is
 * imported from it, so that nothing exported exists twice. Too much is harmless, too little is not: whatever has the name is taken.
 */
export function slice(code: string, name: string, itself: string): string {
  const statements = read(code)
  for (const statement of statements) checkSliceable(statement, code)
  const declaring = new Map(statements.flatMap((statement) => declaredBy(statement).map((each) => [each, statement])))
  const isExported = (statement: Node | undefined) => statement?.type === 'ExportNamedDeclaration'
  const own = declaring.get(name)
  if (!isExported(own)) throw new Error(`${itself} exports no ${name}`)
  const cut = new Set<Node>()
  const needed = new Set([name])
  const others = new Set<string>()
  // A set grows while it is walked, so what is needed by what is needed is reached too.
  for (const next of needed) {
    const statement = declaring.get(next)
    if (!statement || cut.has(statement)) continue
    if (statement !== own && isExported(statement)) others.add(next)
    else {
      cut.add(statement)
      for (const used of namesIn(statement)) needed.add(used)
    }
  }
  const imports = statements.flatMap((statement) => {
    if (statement.type !== 'ImportDeclaration') return []
    const specifiers = (statement.specifiers as Specifier[]).filter(({ local }) => needed.has(local.name))
    if (specifiers.length === 0) return []
    const list = specifiers.map(({ start, end }) => code.slice(start, end)).join(', ')
    const { start, end } = statement.source as Node
    return `import { ${list} } from ${code.slice(start, end)}`
  })
  if (others.size > 0) imports.push(`import { ${[...others].join(', ')} } from './${itself}'`)
  const text = statements.filter((each) => cut.has(each)).map(({ start, end }) => code.slice(start, end))
  return [...imports, ...text].join('\n')
}
