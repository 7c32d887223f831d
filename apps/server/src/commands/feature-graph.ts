import { allSources } from '../testing/walls/code.ts'
import { circlesOf, featureGraph } from '../testing/walls/feature-graph.ts'

// Prints which of the server's features uses which others; it fails when a feature is reached from itself.
const graph = featureGraph(allSources)
for (const [feature, uses] of graph) console.log(`${feature.padEnd(13)} ${uses.length ? `→ ${uses.join(', ')}` : '–'}`)
const circles = circlesOf(graph)
for (const circle of circles) console.error(`a circle: ${circle}`)
process.exitCode = circles.length ? 1 : 0
