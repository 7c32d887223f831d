import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from './code.ts'

const folder = path.join(root, '.github/decisions')
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')

it('the list of decisions names each one once, by its title', () => {
  const decisions = readdirSync(folder).filter((file) => file !== 'README.md')
  const lines = decisions.map((file) => `- [${read(file).split('\n')[0]!.replace('# ', '')}](${file})`)
  expect(
    read('README.md')
      .match(/^- .*$/gm)!
      .toSorted(),
  ).toEqual(lines.toSorted())
})
