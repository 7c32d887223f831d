import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Plugin, transformWithOxc } from 'vite'
import { definesRoutes, leanRoutes, type Node, slice, statementsOf, strayUseOfRoute, walk } from './slice-module.ts'

const contractFile = /\/packages\/contract\/src\/[\w.-]+\.ts(?:\?pick=\w+)?$/

const scriptOf = async (file: string) =>
  (await transformWithOxc(await readFile(file, 'utf8'), file, { sourcemap: false })).code

type Specifier = Node & { local: { name: string }; imported: { name: string }; importKind?: string }

/**
 * Keeps zod out of every screen that only calls routes; see decision 13. Each name that is imported from the contract becomes a module
 * of its own, cut out of its file together with what it needs; routes keep their method and path. So a page that shows a first name or
 * calls a route loads no schema, and one whose form checks with a schema loads that. Builds and tests run it alike.
 */
export const leanContract = (): Plugin => ({
  name: 'escola:lean-contract',
  enforce: 'pre',
  async load(id) {
    const [file, name] = id.split('?pick=')
    if (!name || !contractFile.test(id)) return undefined
    this.addWatchFile(file!)
    const code = slice(leanRoutes(await scriptOf(file!)), name, path.basename(file!))
    return { code, map: null, moduleType: 'js', moduleSideEffects: false }
  },
  transform: {
    filter: { id: /\.tsx?(?:\?|$)/ },
    async handler(code, id) {
      if (id.includes('/node_modules/')) return undefined
      if (!code.includes('@escola/contract/') && !contractFile.test(id)) return undefined
      const file = id.split('?')[0]!
      const statements = statementsOf(file, code)
      /** The file of the contract that is meant, if one is. */
      const contractOf = async (source: Node) => {
        const resolved = await this.resolve(source.value as string, file)
        return resolved && contractFile.test(resolved.id) ? resolved.id : undefined
      }

      const dynamic: Node[] = []
      for (const statement of statements)
        walk(statement, (node) => node.type === 'ImportExpression' && dynamic.push(node))
      for (const { source } of dynamic as (Node & { source: Node })[]) {
        if (typeof source.value === 'string' && (await contractOf(source))) {
          this.error('What is imported from the contract is named, and loaded with what needs it')
        }
      }

      let picked = code
      for (const statement of statements.toReversed()) {
        const { type, source, start, end } = statement as Node & { source?: Node | null }
        if (!source || statement.importKind === 'type' || statement.exportKind === 'type') continue
        const contract = await contractOf(source)
        if (!contract) continue
        if (type !== 'ImportDeclaration') this.error('The contract is imported from itself alone, never passed on')
        const names = (statement.specifiers as Specifier[]).filter(({ importKind }) => importKind !== 'type')
        for (const { type, imported, local } of names) {
          if (type !== 'ImportSpecifier') this.error('Import names from the contract, not a whole file')
          const stray = strayUseOfRoute(statements, local.name)
          if (stray && definesRoutes(await scriptOf(contract), imported.name)) {
            this.error(`Routes carry no schemas in a browser: instead of ${stray}, name the schema and import that`)
          }
        }
        const lines = names.map(
          ({ imported, local }) =>
            `import { ${imported.name} as ${local.name} } from ${JSON.stringify(`${contract}?pick=${imported.name}`)}`,
        )
        // Every line stays where it is, so that a stack trace tells the truth.
        const newlines = code.slice(start, end).replace(/[^\n]/g, '')
        picked = `${picked.slice(0, start)}${lines.join(';')};${newlines}${picked.slice(end)}`
      }
      return { code: picked, map: null }
    },
  },
})
