import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { BackupWriter } from './backup-folder.ts'
import { proveBackup, readNote } from './backup-list.ts'

const secret = 's'.repeat(40)
const facts = { kind: 'data' as const, utcMadeOn: '', secretMark: 'm', schoolIds: ['1'], emptyFolders: ['data/empty'] }
let folder: string
const place = (name: string) => path.join(folder, name)
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'escola-list-'))
  const to = await BackupWriter.begin(folder)
  for (const name of ['data/a', 'data/b', 'files/1/lesson-file/c']) await to.write(name, Readable.from([name]))
  await to.end(facts, secret)
})
afterEach(() => rm(folder, { recursive: true }))

const prove = async (isEarlierRelease = false) =>
  (await proveBackup(folder, await readNote(folder), { secret, isEarlierRelease })).names
const sums = () => readFile(place('SHA256SUMS'), 'utf8')
async function changeNote(change: object) {
  const note = JSON.parse(await readFile(place('backup.json'), 'utf8'))
  await writeFile(place('backup.json'), JSON.stringify({ ...note, ...change }))
}
/** Makes it a backup of a release that knew no proof of the list. */
const makeEarlier = () => changeNote({ format: 1, listMark: undefined })

it('proves what was backed up', async () => {
  expect(await prove()).toEqual(['data/a', 'data/b', 'files/1/lesson-file/c'])
})

it('refuses a list that was cut short, extended or made by another secret', async () => {
  const whole = await sums()
  await writeFile(place('SHA256SUMS'), whole.split('\n').slice(0, 2).join('\n'))
  await expect(prove()).rejects.toThrow('SHA256SUMS or backup.json was cut short or changed')
  await writeFile(place('SHA256SUMS'), `${whole}${whole.slice(0, 64)}  data/../x\n`)
  await expect(prove()).rejects.toThrow('was cut short or changed')
  await writeFile(place('SHA256SUMS'), whole)
  await changeNote({ emptyFolders: ['../there'] })
  await expect(prove()).rejects.toThrow('was cut short or changed')
  await changeNote({ emptyFolders: ['data/empty'] })
  expect(await prove()).toHaveLength(3)
  const note = await readNote(folder)
  await expect(proveBackup(folder, note, { secret: 'x'.repeat(40), isEarlierRelease: true })).rejects.toThrow('changed')
})

it('takes the list of an earlier release when told to, and looks at it as far as it can', async () => {
  await makeEarlier()
  await expect(prove()).rejects.toThrow('restore it with --earlier-release')
  expect(await prove(true)).toHaveLength(3)
  const whole = await sums()
  await writeFile(place('SHA256SUMS'), whole.split('\n').slice(0, 2).join('\n'))
  await expect(prove(true)).rejects.toThrow('SHA256SUMS does not name files/1/lesson-file/c')
  await writeFile(place('SHA256SUMS'), whole)
  const leadOut = ['data/../../x', '../x', '/tmp/x', 'data/./a']
  for (const name of [...leadOut, 'x', 'data', 'data/', 'files/1']) {
    await changeNote({ emptyFolders: [name] })
    await expect(prove(true)).rejects.toThrow(`${JSON.stringify(name)} leads out of it`)
  }
  await changeNote({ emptyFolders: [] })
  for (const name of leadOut) {
    await writeFile(place('SHA256SUMS'), `${whole}${whole.slice(0, 64)}  ${name}\n`)
    await expect(prove(true)).rejects.toThrow('leads out of it')
    await writeFile(place('SHA256SUMS'), whole)
  }
})

it('has a sentence for each damage', async () => {
  await appendFile(place('data/a'), 'x')
  await expect(prove()).rejects.toThrow('data/a is not what was backed up')
  await rm(place('data/a'))
  await mkdir(place('data/a'))
  await expect(prove()).rejects.toThrow('data/a is not what was backed up')
  await rm(place('SHA256SUMS'))
  await expect(prove()).rejects.toThrow('it has no SHA256SUMS')
  for (const text of ['{"format": 2, "ki', '{}', 'null', '[]', '{"format":2,"kind":"data","secretMark":"m"}']) {
    await writeFile(place('backup.json'), text)
    await expect(prove()).rejects.toThrow("backup.json can't be read")
  }
  await changeNote({ format: 3 })
  await expect(prove()).rejects.toThrow('was made by a later release')
  await rm(place('backup.json'))
  await expect(prove()).rejects.toThrow('is no whole backup')
})
