import type { DegreeSummary } from '@escola/contract/courses.contract'
import { expect, it } from 'vitest'
import {
  addCategory,
  type BoardCategory,
  moveCategory,
  moveCourse,
  removeCategory,
  renameCategory,
  toBoard,
  toSave,
  withIds,
} from './board-state.ts'

const course = (id: string): DegreeSummary => ({
  id,
  link: `curso-${id}`,
  title: `Curso ${id}`,
  img_wide_url: '',
  is_private: false,
  is_visible: true,
  utc_published_on: null,
  isDraft: false,
})
const category = (id: string, courses: string[], withoutCat = false) => ({
  id,
  title: `Categoria ${id}`,
  withoutCat,
  degrees: courses.map(course),
})
const board = toBoard([category('1', ['10', '11']), category('2', ['20']), category('0', ['90'], true)])
const shape = (state: BoardCategory[]) =>
  state.map(({ key, degrees }) => [key, degrees.map((degree) => degree.id).join(' ')].join(': '))

it('keeps the group without category last, whether or not the server sends it', () => {
  expect(shape(toBoard([category('0', ['9'], true), category('1', [])]))).toEqual(['1: ', '0: 9'])
  expect(shape(toBoard([category('1', [])]))).toEqual(['1: ', '0: '])
})

it('never sends the group without category', () => {
  expect(toSave(board).map((one) => one.id)).toEqual(['1', '2'])
})

it('moves categories among themselves but not past the last group', () => {
  expect(shape(moveCategory(board, '2', '1'))).toEqual(['2: 20', '1: 10 11', '0: 90'])
  expect(moveCategory(board, '1', '0')).toBe(board)
})

it('moves courses inside a category, between categories and out of them', () => {
  expect(shape(moveCourse(board, '10', { group: '1', at: '11' }))[0]).toBe('1: 11 10')
  expect(shape(moveCourse(board, '11', { group: '2', at: '20' }))).toEqual(['1: 10', '2: 11 20', '0: 90'])
  expect(shape(moveCourse(board, '20', { group: '0' }))).toEqual(['1: 10 11', '2: ', '0: 90 20'])
})

it('gives the courses of a removed category to the group without category', () => {
  expect(shape(removeCategory(board, '1'))).toEqual(['2: 20', '0: 90 10 11'])
})

it('removes markup from titles and falls back to the default', () => {
  expect(renameCategory(board, '1', ' <b>Idiomas</b> ')[0]?.title).toBe('Idiomas')
  expect(renameCategory(board, '1', '<p><br></p> ')[0]?.title).toBe('Nova categoria')
})

it('gives a new category the id that the answer has in its place, even when it moved meanwhile', () => {
  const sent = addCategory(board, 'nova')
  const moved = moveCategory(sent, 'nova', '1')
  const answer = [category('1', []), category('2', []), category('7', []), category('0', [], true)]
  expect(withIds(moved, sent, answer).map((one) => one.id)).toEqual(['7', '1', '2', '0'])
})
