import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Gauge, type Registry } from 'prom-client'

const manifest = path.resolve(import.meta.dirname, '../../../../package.json')

/** Release of the product, which CHANGELOG.md describes. */
export const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }

/** Adds a gauge that is 1 and has the release as its label, as Prometheus knows builds. */
export function registerVersion(registry: Registry): void {
  const build = new Gauge({
    name: 'escola_build_info',
    help: 'Release of the product',
    labelNames: ['version'],
    registers: [registry],
  })
  build.set({ version }, 1)
}
