import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fill, type Names } from './names.ts'
import { newFiles, registers } from './registers.ts'

const templates = path.join(import.meta.dirname, 'templates')

/**
 * Writes the skeleton of a feature: a table, four calls, a page for administrators and their tests, and a line in each register.
 * @returns the files that were written or changed, as paths within the root
 */
export async function writeFeature(root: string, names: Names): Promise<string[]> {
  const last = readdirSync(path.join(root, 'migrations')).toSorted().at(-1) ?? '0000'
  const files = newFiles(names, String(Number(last.slice(0, 4)) + 1).padStart(4, '0'))
  const taken = files.map(([file]) => file).filter((file) => existsSync(path.join(root, file)))
  if (taken.length > 0) throw new Error(`There is a file already: ${taken.join(', ')}`)
  // All texts are made before the first is written, so a register that changed its shape leaves nothing half done.
  const texts = await Promise.all([
    ...files.map(async ([file, template]) => ({
      file,
      text: fill(await readFile(path.join(templates, `${template}.tmpl`), 'utf8'), names),
    })),
    ...registers.map(async ({ file, change }) => ({
      file,
      text: change(await readFile(path.join(root, file), 'utf8'), names),
    })),
  ])
  for (const { file, text } of texts) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true })
    await writeFile(path.join(root, file), text)
  }
  return texts.map(({ file }) => file)
}
