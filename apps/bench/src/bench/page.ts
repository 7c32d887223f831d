import { cpus } from 'node:os'
import { type Figure, table } from './figure.ts'

const title = `# Measured

\`pnpm bench\` writes this page; \`pnpm bench http sales\` measures those parts alone and leaves the others as they are. Each figure stands beside a floor that was measured in turns
with it, five times over, on the same machine, and the ratio is the median of the five; so the ratio travels and the numbers do not.
`

/** The page with the new measures of these parts; every other part stays as it was. */
export function pageWith(before: string, order: string[], measured: Map<string, Figure[]>): string {
  const kept = new Map(
    before
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf('\n')), section] as const),
  )
  for (const [part, figures] of measured) kept.set(part, `${part}\n${machine()}\n\n${table(figures)}\n`)
  const sections = order.flatMap((part) => {
    const section = kept.get(part)
    return section ? [`## ${section.trim()}\n`] : []
  })
  return [title, ...sections].join('\n')
}

const machine = () =>
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}.`
