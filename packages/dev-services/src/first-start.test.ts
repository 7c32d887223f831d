import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { beginFirstStart, beginRestore, endFirstStart } from './first-start.ts'

async function dataFolder() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'escola-first-start-'))
  const database = path.join(dataDir, 'postgres')
  const fill = async () => {
    await mkdir(database)
    await writeFile(path.join(database, 'PG_VERSION'), '18')
  }
  return { dataDir, database, fill }
}

it('begins anew when the first start was cut off', async () => {
  const { dataDir, database, fill } = await dataFolder()
  await beginFirstStart(dataDir)
  await fill()
  await beginFirstStart(dataDir)
  expect(existsSync(database)).toBe(false)
})

it('keeps what the first start has finished', async () => {
  const { dataDir, database, fill } = await dataFolder()
  await beginFirstStart(dataDir)
  await fill()
  await endFirstStart(dataDir)
  for (let start = 0; start < 2; start++) await beginFirstStart(dataDir)
  expect(existsSync(database)).toBe(true)
})

it('keeps a folder that was made without it', async () => {
  const { dataDir, database, fill } = await dataFolder()
  await fill()
  for (let start = 0; start < 2; start++) await beginFirstStart(dataDir)
  expect(existsSync(database)).toBe(true)
})

it('begins nothing on a restore that was cut off, and deletes nothing of it', async () => {
  const { dataDir, database, fill } = await dataFolder()
  await beginRestore(dataDir)
  await fill()
  await expect(beginFirstStart(dataDir)).rejects.toThrow(`A restore into ${dataDir} was cut off`)
  expect(existsSync(database)).toBe(true)
  await endFirstStart(dataDir)
  await beginFirstStart(dataDir)
  expect(existsSync(database)).toBe(true)
})
