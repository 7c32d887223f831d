import { expect, it } from 'vitest'
import { describeAbsent, isStopped } from './absent-degrees.ts'

const sum = { kind: 'sum' as const, all_degrees: false, utc_saved_on: '2026-11-20T12:00:00.000Z', degrees: ['1', '2'] }
const away = { id: '2', title: 'Bolos', why: 'unpublished' as const }
const gone = { id: '3', title: 'Cucas', why: 'gone' as const }

it('says that a sum goes on by itself only where every course of it may come back', () => {
  const said = [[away], [away, gone], [gone]].map((absent_degrees) => describeAbsent({ ...sum, absent_degrees })!)
  expect(said.map((text) => text.includes('volta a emitir sozinho'))).toEqual([true, false, false])
  expect(said[1]).toContain('“Bolos” (não publicado) e “Cucas” (apagado)')
})

it('says before a save which courses it leaves out: those that the form can no longer choose, and of all courses whatever is absent', () => {
  const ended = { id: '4', title: 'Doces', why: 'closed' as const }
  const leaves = (absent_degrees: (typeof away | typeof ended | typeof gone)[], all_degrees = false) =>
    describeAbsent({ ...sum, all_degrees, absent_degrees })!.split('Ao salvar, o modelo fica sem ')[1]
  expect([leaves([away]), leaves([away, ended]), leaves([ended, gone]), leaves([away], true)]).toEqual([
    undefined,
    '“Doces”.',
    '“Doces” e “Cucas”.',
    '“Bolos”.',
  ])
})

it('knows which models stand still', () => {
  const models = [
    { ...sum, absent_degrees: [] },
    { ...sum, absent_degrees: [away] },
    { ...sum, degrees: ['1'], absent_degrees: [] },
    { ...sum, utc_saved_on: null, degrees: [], absent_degrees: [] },
    { ...sum, kind: 'course' as const, absent_degrees: [gone] },
  ]
  expect(models.map(isStopped)).toEqual([false, true, true, false, false])
  expect(models.map((model) => describeAbsent(model) === undefined)).toEqual([true, false, false, true, false])
})
