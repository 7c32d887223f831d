import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { schemaFile } from '../core/judge.ts'
import { generateSchema, writeSchema } from './generate.ts'

it('what the types of the package stripe give is what parameters.gen.json says (pnpm stripe:schemas writes it)', async () => {
  expect(await readFile(schemaFile, 'utf8')).toBe(writeSchema(generateSchema('parameters.ts', 'Parameters')))
})
