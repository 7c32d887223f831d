import { bulkChanges } from '@escola/contract/bulk-changes.contract'
import { chargeMessages } from '@escola/contract/charges'
import { imports } from '@escola/contract/imports.contract'
import { moves } from '@escola/contract/moves.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { neverStops } from '../../testing/jobs.ts'
import { giveBalance, paying } from '../../testing/paying.ts'
import { type World, world } from '../../testing/world.ts'
import { processImport } from '../imports/import-processing.service.ts'
import { makeSchoolAt } from './school-at.testing.ts'

let w: World
beforeAll(async () => {
  w = await world(paying)
})

/** A school that can begin additions of each kind. */
async function openSchool() {
  const s = await makeSchoolAt(w, new Date().toISOString())
  const open = await s.school.make.cohort({ isPublic: true })
  const as = s.school.admin
  let lines = 0
  const rowsOf = (count: number) =>
    Array.from({ length: count }, () => {
      const line = ++lines
      return { line, name: 'Pessoa', email: `pessoa.${line}.${s.school.id}@novo.example`, cellphone: '' }
    })
  return {
    ...s,
    open,
    importNew: (count: number, cohortId = s.cohort.id) =>
      w.call(imports.start, {
        as,
        query: { total: count, filename: 'alunos.csv', school_gateway_id: cohortId },
        file: { bytes: Buffer.from(JSON.stringify(rowsOf(count))), filename: 'alunos.json' },
      }),
    process: (id: string) => processImport(s.school, id, w.tools, neverStops),
    addMany: (people: { userId: string }[]) =>
      w.call(bulkChanges.start, {
        as,
        body: { action: 'add', school_gateway_id: s.cohort.id, user_ids: people.map(({ userId }) => userId) },
      }),
    moveOut: () =>
      w.call(moves.start, {
        as,
        params: { id: open.id },
        body: { migrateStudentsFrequency: 'all', migrateStudentsTo: s.cohort.id },
      }),
  }
}
const isBegun = { status: 202 }

describe('an addition, while another is under way', () => {
  it('waits for it where the balance may not be enough for both', async () => {
    const s = await openSchool()
    const first = await s.importNew(15)
    expect(first).toMatchObject(isBegun)
    const second = await s.importNew(1)
    expect([second.status, second.error.fields]).toEqual([400, { file: chargeMessages.underWay }])
    const students = await s.makeStudents(1)
    expect((await s.addMany(students)).error.fields).toEqual({ user_ids: chargeMessages.underWay })
    await s.process(first.body.import.id)
    expect((await s.importNew(1)).error.fields).toEqual({ file: chargeMessages.missing(100, 0) })
    expect(await s.cents()).toBe(0)
  })

  it('begins where it is enough for both, and on a plan that takes nothing', async () => {
    const s = await openSchool()
    expect(await s.importNew(15)).toMatchObject(isBegun)
    await giveBalance(s.school, 200)
    expect(await s.importNew(2)).toMatchObject(isBegun)
    expect((await s.importNew(1)).error.fields).toEqual({ file: chargeMessages.underWay })
    // The public class costs nothing by itself.
    expect(await s.importNew(3, s.open.id)).toMatchObject(isBegun)
    await s.plan('super')
    expect(await s.importNew(40)).toMatchObject(isBegun)
  })

  it('waits for an addition of many, and for a move out of the public class', async () => {
    const s = await openSchool()
    await s.joinNew(15)
    await giveBalance(s.school, 100)
    expect(await s.addMany(await s.makeStudents(1))).toMatchObject(isBegun)
    expect((await s.importNew(1)).error.fields).toEqual({ file: chargeMessages.underWay })
    await s.joinNew(1, 'manual', s.open.id)
    expect((await s.moveOut()).error.fields).toEqual({ migrateStudentsTo: chargeMessages.underWay })
    const moving = await openSchool()
    await moving.joinNew(15)
    await moving.joinNew(1, 'manual', moving.open.id)
    await giveBalance(moving.school, 100)
    expect(await moving.moveOut()).toMatchObject(isBegun)
    expect((await moving.importNew(1)).error.fields).toEqual({ file: chargeMessages.underWay })
  })
})
