import { readFile } from 'node:fs/promises'
import { type Plugin, parseSync, transformWithOxc } from 'vite'
import { leanRoutes, slice } from './slice-module.ts'

const contractFile = /\/packages\/contract\/src\/[\w.-]+\.ts(?:\?pick=\w+)?$/
const schemaOfRoute = (noun: string) =>
  new RegExp(String.raw`\b${noun}\.\w+\.(?:params|query|body|response|multipart)\b`)

/**
 * Keeps zod out of every screen that only calls routes. Each name that is imported from the contract becomes a module of its
 * own, cut out of its file together with what it needs; routes keep their method and path. So a page that shows a first name
 * or calls a route loads no schema, and one whose form checks with a schema loads that.
 */
export const leanContract = (): Plugin => ({
  name: 'escola:lean-contract',
  apply: 'build',
  enforce: 'pre',
  async load(id) {
    const [file, name] = id.split('?pick=')
    if (!name || !contractFile.test(id)) return undefined
    this.addWatchFile(file!)
    const { code } = await transformWithOxc(await readFile(file!, 'utf8'), file!, { sourcemap: false })
    return { code: slice(leanRoutes(code), name), map: null, moduleType: 'js', moduleSideEffects: false }
  },
  transform: {
    filter: { id: /\.tsx?(?:\?|$)/ },
    async handler(code, id) {
      if (id.includes('/node_modules/')) return undefined
      if (!code.includes('@escola/contract/') && !contractFile.test(id)) return undefined
      const { program } = parseSync(id.split('?')[0]!, code)
      let picked = code
      for (const node of [...program.body].reverse()) {
        if (node.type !== 'ImportDeclaration' || node.importKind === 'type') continue
        const resolved = await this.resolve(node.source.value, id.split('?')[0])
        if (!resolved || !contractFile.test(resolved.id)) continue
        const lines = node.specifiers.flatMap((specifier) => {
          if (specifier.type !== 'ImportSpecifier')
            return this.error('Import names from the contract, not a whole file')
          if (specifier.importKind === 'type') return []
          const imported = code.slice(specifier.imported.start, specifier.imported.end)
          if (/^[a-z]/.test(imported) && schemaOfRoute(specifier.local.name).test(code)) {
            this.error(
              `Routes carry no schemas in a browser: name the one that ${specifier.local.name} has, and import that`,
            )
          }
          return `import { ${imported} as ${specifier.local.name} } from ${JSON.stringify(`${resolved.id}?pick=${imported}`)}`
        })
        picked = `${picked.slice(0, node.start)}${lines.join(';')};${picked.slice(node.end)}`
      }
      return { code: picked, map: null }
    },
  },
})
