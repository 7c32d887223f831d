import pg from 'pg'
import { expect, it } from 'vitest'
import { parseTextArray } from './text-arrays.ts'

const slowly = pg.types.getTypeParser(1015 as Parameters<typeof pg.types.setTypeParser>[0], 'text') as (
  value: string,
) => unknown

it.each([
  '{}',
  '{12}',
  '{12,7,300}',
  '{{12,true},{7,false}}',
  '{{12}}',
  '{12,NULL,7}',
  '{{12,NULL}}',
  '{"um, dois","{tres}","a\\"b\\\\c",""}',
  '{{"um, dois",7},{nenhum,8}}',
  '{{{1,2},{3,4}},{{5,6},{7,8}}}',
  '{{{1}}}',
  '{ação,"NULL",nullable}',
])('reads %s as pg does', (value) => {
  expect(parseTextArray(value)).toEqual(slowly(value))
})

it('leaves what begins elsewhere than at 1 to pg', () => {
  expect(parseTextArray('[0:1]={12,7}')).toEqual(slowly('[0:1]={12,7}'))
})
