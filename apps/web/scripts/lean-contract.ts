import { type Plugin, parseSync } from 'vite'

/** What a caller never reads of a route: schemas check on the server, and the types of answers are gone by now. */
const unread = new Set(['params', 'query', 'body', 'response', 'multipart', 'summary', 'rateLimit', 'access', 'status'])

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

/**
 * Keeps zod out of every screen that only calls routes. In the contract's files, route definitions lose their schemas,
 * and schemas are marked as free of side effects, so that those which no form uses are dropped.
 */
export const leanContract = (): Plugin => ({
  name: 'escola:lean-contract',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /packages\/contract\/src\/.*\.ts$/ },
    handler(code, id) {
      const { program } = parseSync(id, code)
      const cuts: { start: number; end: number; text: string }[] = []
      walk(program as unknown as Node, (node) => {
        const callee = node.callee as { type: string; name?: string } | undefined
        if (node.type !== 'CallExpression' || callee?.name !== 'defineRoute') return
        const [definition] = node.arguments as { properties: (Node & { key: { name: string } })[] }[]
        for (const property of definition!.properties) {
          if (unread.has(property.key.name)) {
            const comma = code[property.end] === ',' ? 1 : 0
            cuts.push({ start: property.start, end: property.end + comma, text: '' })
          }
        }
      })
      let lean = code
      for (const { start, end, text } of cuts.sort((a, b) => b.start - a.start)) {
        lean = lean.slice(0, start) + text + lean.slice(end)
      }
      return { code: lean, map: null }
    },
  },
})
