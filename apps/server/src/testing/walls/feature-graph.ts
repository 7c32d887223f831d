import { featureOf, importsOf, isServerFeature, type Source } from './code.ts'

/** Collects who uses whom; an arrow to itself, or with an end that is undefined, draws nothing. */
export function graphOf(arrows: (string | undefined)[][]): Map<string, string[]> {
  const graph = new Map<string, Set<string>>()
  for (const [user, used] of arrows) {
    if (user === undefined) continue
    const uses = graph.get(user) ?? new Set<string>()
    graph.set(user, uses)
    if (used && used !== user) uses.add(used)
  }
  return new Map([...graph].sort(([a], [b]) => a.localeCompare(b)).map(([user, uses]) => [user, [...uses].sort()]))
}

/** Finds which of the server's features uses which others. */
export const featureGraph = (sources: Source[]): Map<string, string[]> =>
  graphOf(
    importsOf(sources.filter(({ file }) => isServerFeature(file))).map(({ from, to }) => [
      featureOf(from),
      featureOf(to),
    ]),
  )

/** Finds the circles that lead from a feature, a file or a folder back to itself, each once: 'one → two → one'. */
export function circlesOf(graph: Map<string, string[]>): string[] {
  const circles: string[] = []
  const done = new Set<string>()
  const visit = (feature: string, path: string[]) => {
    if (path.includes(feature)) {
      circles.push([...path.slice(path.indexOf(feature)), feature].join(' → '))
      return
    }
    if (done.has(feature)) return
    for (const used of graph.get(feature) ?? []) visit(used, [...path, feature])
    done.add(feature)
  }
  for (const feature of graph.keys()) visit(feature, [])
  return circles
}
