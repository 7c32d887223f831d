import { expect, it } from 'vitest'
import { isAsSpecific, newTemplateId, rankTemplates } from './certificate-choice.ts'

const all = (id: string) => ({ id, all_degrees: true, degrees: [] })
const named = (id: string, ...degrees: string[]) => ({ id, all_degrees: false, degrees })

it.each([
  ['one that names the course before one for all', [all('9'), named('2', 'bread')], ['2', '9']],
  [
    'fewer courses before more, each counted once',
    [named('9', 'bread', 'cake'), named('2', 'bread', 'bread')],
    ['2', '9'],
  ],
  ['the newest before the others', [all('9'), all('10'), all('2')], ['10', '9', '2']],
  ['one that is not made yet as the newest', [all('9'), all(newTemplateId), all('2')], [newTemplateId, '9', '2']],
  ['only those that are for the course', [named('9', 'cake'), all('2')], ['2']],
  ['none of none', [], []],
])('ranks %s', (_, templates, ids) => {
  expect(rankTemplates(templates)('bread').map(({ id }) => id)).toEqual(ids)
})

it('tells where the age alone decides', () => {
  expect([
    isAsSpecific(all('1'), all('2')),
    isAsSpecific(named('1', 'bread'), named('2', 'cake')),
    isAsSpecific(all('1'), named('2')),
    isAsSpecific(named('1', 'bread'), named('2', 'bread', 'cake')),
  ]).toEqual([true, true, false, false])
})
