import { expect, it } from 'vitest'
import { untilWaiting } from '../../../testing/waiting-transactions.ts'
import { world } from '../../../testing/world.ts'
import { takeRegisterNumber } from './printing.queries.ts'

it('gives two certificates at once numbers that follow each other, and none to one that was broken off', async () => {
  const { databaseUrl, makeSchool } = await world()
  const { make, student, tx } = await makeSchool('Registro')
  const [first, second, third] = await Promise.all(
    [1, 2, 3].map(async () => (await make.certificate(await make.course(), student)).record_id!),
  )
  const take = (recordId: string) => tx((db) => takeRegisterNumber(db, recordId, new Date()))
  let waiting: ReturnType<typeof take> | undefined
  await tx(async (db) => {
    expect((await takeRegisterNumber(db, first!, new Date())).number).toBe(1)
    waiting = take(second!)
    await untilWaiting(databaseUrl)
  })
  expect((await waiting!).number).toBe(2)
  await expect(
    tx(async (db) => {
      await takeRegisterNumber(db, third!, new Date())
      throw new Error('broken off')
    }),
  ).rejects.toThrow('broken off')
  expect([(await take(third!)).number, (await take(first!)).number]).toEqual([3, 1])
})
