import { expect, it } from 'vitest'
import { rangeOf } from './ranges.ts'

it.each([
  ['bytes=0-', { start: 0, end: 9 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=2-4', { start: 2, end: 4 }],
  ['Bytes= 7- ', { start: 7, end: 9 }],
  ['bytes=7-999999999999999999999', { start: 7, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['bytes=10-', 'none'],
  ['bytes=10-20', 'none'],
  ['bytes=99999999999999999999999-', 'none'],
  ['bytes=-0', 'none'],
  // A header that is no range, or names more than one, is answered with the whole file.
  [undefined, undefined],
  ['', undefined],
  ['bytes=', undefined],
  ['bytes=-', undefined],
  ['bytes=4-2', undefined],
  ['bytes=a-b', undefined],
  ['bytes=0-1,3-4', undefined],
  ['bytes=0-0,0-0,0-0', undefined],
  ['bytes=1.5-2', undefined],
  ['bytes=--2', undefined],
  ['items=0-1', undefined],
  ['bytes 0-1', undefined],
])('reads %j of ten bytes as %j', (header, range) => {
  expect(rangeOf(header, 10)).toEqual(range)
})

it.each(['bytes=0-', 'bytes=-1', 'bytes=0-0'])('finds no part in nothing: %j', (header) => {
  expect(rangeOf(header, 0)).toBe('none')
})
