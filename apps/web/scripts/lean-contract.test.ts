import path from 'node:path'
import { build, type Plugin } from 'vite'
import { expect, it } from 'vitest'
import { leanContract } from './lean-contract.ts'

/** What a screen with this source becomes. */
async function built(source: string): Promise<string> {
  const screen = path.resolve(import.meta.dirname, '../src/screen.ts')
  const itself: Plugin = {
    name: 'screen',
    enforce: 'pre',
    resolveId: (id) => (id === screen ? id : undefined),
    load: (id) => (id === screen ? source : undefined),
  }
  const outcome = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [itself, leanContract()],
    build: { write: false, minify: false, lib: { entry: screen, formats: ['es'] } },
  })
  return [outcome]
    .flat()
    .flatMap((each) => ('output' in each ? each.output : []))
    .map((file) => ('code' in file ? file.code : ''))
    .join('\n')
}
const importing = "import { learning } from '@escola/contract/learning.contract'\n"

it('leaves a screen that calls a route its method and path, and no schema', async () => {
  const code = await built(`${importing}console.log(learning.complete.path)`)
  expect(code).toContain('/school/:schoolId/student/content/metadata')
  expect(code).not.toContain('ZodObject')
})

it.each(['body', 'params', 'response'])('refuses to build a screen that takes the %s of a route', async (schema) => {
  await expect(built(`${importing}console.log(learning.complete.${schema})`)).rejects.toThrow(
    'Routes carry no schemas in a browser',
  )
})

it('builds a screen that takes a schema by its name', async () => {
  const code = await built("import { CourseState } from '@escola/contract/learning.contract'\nconsole.log(CourseState)")
  expect(code).toContain('locked')
})
