import { expect, it } from 'vitest'
import { describeForeignStore, describeMissing, missingOf } from './missing-files.ts'

it('finds a key as a file and as a folder of pictures, and no other key that begins like it', () => {
  const stored = ['1/images/capa/480.webp', '1/lesson-file/apostila']
  const named = ['1/images/capa', '1/lesson-file/apostila', '1/lesson-file/apo', '1/images/cap', '2/images/capa']
  expect(missingOf(named, stored)).toEqual(['1/lesson-file/apo', '1/images/cap', '2/images/capa'])
})

it('names twenty of those that are missing', () => {
  const missing = Array.from({ length: 22 }, (_, number) => `1/import/${number}`)
  expect(describeMissing(missing, 412)).toMatch(/^22 of 412 files are missing: 1\/import\/0, .*\/19 and 2 more$/)
  expect(describeMissing(['1/import/0'], 2)).toBe('1 of 2 files are missing: 1/import/0')
})

it('takes a store without any of the files for a wrong one, unless no file is named', () => {
  expect(describeForeignStore(['1/a'], 1, 'the folder files')).toContain('and the folder files has none of them')
  expect([describeForeignStore(['1/a'], 2, ''), describeForeignStore([], 0, '')]).toEqual([undefined, undefined])
})
