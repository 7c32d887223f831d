import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { namesOf } from '../new-feature/names.ts'
import { stepsLeft } from '../new-feature/registers.ts'
import { writeFeature } from '../new-feature/write-feature.ts'
import { projectRoot } from '../project.ts'

/** Writes the skeleton of a new feature, its table types and its address in the route tree. */
try {
  const names = namesOf(process.argv.slice(2))
  const files = await writeFeature(projectRoot, names)
  const run = (program: string, args: string[]) => execFileSync(program, args, { cwd: projectRoot, stdio: 'inherit' })
  run(path.join(projectRoot, 'node_modules/.bin/biome'), [
    'check',
    '--write',
    ...files.filter((file) => !/\.sql$/.test(file)),
  ])
  run(process.execPath, ['packages/dev-services/src/commands/generate-tables.ts'])
  run(process.execPath, ['apps/web/scripts/write-routes.ts'])
  console.log(`\n${files.join('\n')}\n${stepsLeft(names)}`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
