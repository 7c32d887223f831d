import type { DegreeSummary } from '@escola/contract/categories.contract'
import { newCategoryTitle } from '@escola/contract/titles'
import { expect, it } from 'vitest'
import {
  addCategory,
  type BoardCategory,
  isSameBoard,
  moveCategory,
  moveCourse,
  rebaseBoard,
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
  expect(toSave(board).map((category) => category.id)).toEqual(['1', '2'])
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
  expect(renameCategory(board, '1', '<p><br></p> ')[0]?.title).toBe(newCategoryTitle)
})

it('gives a new category the id that the answer has in its place, even when it moved meanwhile', () => {
  const sent = addCategory(board, 'nova')
  const moved = moveCategory(sent, 'nova', '1')
  const answer = [category('1', []), category('2', []), category('7', []), category('0', [], true)]
  expect(withIds(moved, sent, answer).map((category) => category.id)).toEqual(['7', '1', '2', '0'])
})

it('knows its own board in an answer that got lost, new categories included', () => {
  const sent = addCategory(board, 'nova')
  const answer = [
    category('1', ['10', '11']),
    category('2', ['20']),
    { ...category('7', []), title: newCategoryTitle },
    category('0', ['90'], true),
  ]
  expect(isSameBoard(sent, answer)).toBe(true)
  expect(isSameBoard(renameCategory(sent, 'nova', 'Outra'), answer)).toBe(false)
  expect(isSameBoard(sent, answer.slice(1))).toBe(false)
})

const base = [category('1', ['10', '11']), category('2', ['20']), category('0', ['90'], true)]
it.each<[string, (board: BoardCategory[]) => BoardCategory[], ReturnType<typeof category>[], string[]]>([
  [
    'keeps categories and courses that another author added',
    (mine) => renameCategory(mine, '1', 'Línguas'),
    [
      category('1', ['10', '12', '11']),
      category('3', ['30']),
      category('2', ['20']),
      category('0', ['90', '91'], true),
    ],
    ['1 Línguas: 10 12 11', '3 Categoria 3: 30', '2 Categoria 2: 20', '0 Cursos sem categoria: 90 91'],
  ],
  [
    'lets go what another author deleted, and nothing else',
    (mine) => moveCourse(mine, '10', { group: '2' }),
    [category('2', ['20']), category('0', ['90', '10'], true)],
    ['2 Categoria 2: 20 10', '0 Cursos sem categoria: 90'],
  ],
  [
    'keeps my order of what I moved and theirs of the rest',
    (mine) => moveCourse(mine, '11', { group: '1', at: '10' }),
    [category('2', ['21', '20']), category('1', ['10', '11', '12']), category('0', ['90'], true)],
    ['2 Categoria 2: 21 20', '1 Categoria 1: 11 12 10', '0 Cursos sem categoria: 90'],
  ],
  [
    'deletes the category that I deleted, and frees what they put there',
    (mine) => removeCategory(mine, '1'),
    [category('1', ['10', '11', '12']), category('2', ['20']), category('0', ['90'], true)],
    ['2 Categoria 2: 20', '0 Cursos sem categoria: 90 10 11 12'],
  ],
  [
    'keeps my new category with what I put into it',
    (mine) => moveCourse(addCategory(mine, 'nova'), '90', { group: 'nova' }),
    [category('2', ['20']), category('1', ['11', '10']), category('0', ['90'], true)],
    ['2 Categoria 2: 20', 'nova Nova categoria: 90', '1 Categoria 1: 11 10', '0 Cursos sem categoria: '],
  ],
  [
    'puts a course that I moved into a deleted category where it has none',
    (mine) => moveCourse(mine, '20', { group: '1' }),
    [category('2', ['20']), category('0', ['90', '10', '11'], true)],
    ['2 Categoria 2: ', '0 Cursos sem categoria: 90 10 11 20'],
  ],
])('puts my change on top of a newer board: %s', (_, change, theirs, expected) => {
  const rebased = rebaseBoard(base, change(toBoard(base)), theirs)
  expect(rebased.map(({ key, title, degrees }) => `${key} ${title}: ${degrees.map(({ id }) => id).join(' ')}`)).toEqual(
    expected,
  )
})
