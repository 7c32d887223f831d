import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readSecrets } from './secrets.ts'

it.each(['', '{"secret": "a', 'null', '{"secret": "a"}'])(
  'asks for a damaged file back, and deletes nothing: %j',
  async (text) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'escola-secrets-'))
    const file = path.join(dataDir, 'secrets.json')
    await writeFile(file, text)
    expect(() => readSecrets(dataDir)).toThrow(
      `${file} is damaged: bring it back from the safe place where you keep it. Delete nothing`,
    )
    expect(await readFile(file, 'utf8')).toBe(text)
  },
)

it('makes no other secret where the file is there and can’t be read', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'escola-secrets-'))
  await mkdir(path.join(dataDir, 'secrets.json'))
  expect(() => readSecrets(dataDir)).toThrow("secrets.json can't be read by this user: EISDIR")
  expect(await readdir(dataDir)).toEqual(['secrets.json'])
})
