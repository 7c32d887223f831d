import type { LessonSummary, Module } from '@escola/contract/courses.contract'
import { expect, it } from 'vitest'
import {
  addModule,
  isSameOutline,
  makeOutlineChange,
  type Outline,
  outlineMoves,
  rebaseOutline,
  toOutline,
  withServerIds,
} from './outline.ts'

const lesson = (id: string): LessonSummary => ({
  id,
  link: `aula-${id}`,
  title: `Aula ${id}`,
  main_media_duration: 0,
  is_visible: true,
  is_private: false,
  utc_published_on: null,
  isDraft: false,
})
const module = (id: string, lessons: string[]): Module => ({
  id,
  title: `M${id}`,
  alwaysAvailable: false,
  content: lessons.map(lesson),
})
const base = [module('1', ['11', '12']), module('2', ['21'])]
const shape = (outline: Outline) =>
  outline.map(({ id, content }) => `${id}: ${content.map((lesson) => lesson.id).join(' ')}`.trim())

it('moves modules, and lessons inside a module and between modules', () => {
  const outline = toOutline(base)
  expect(shape(outlineMoves.moveGroup(outline, '2', '1'))).toEqual(['2: 21', '1: 11 12'])
  expect(shape(outlineMoves.moveItem(outline, '12', { group: '1', at: '11' }))).toEqual(['1: 12 11', '2: 21'])
  expect(shape(outlineMoves.moveItem(outline, '11', { group: '2', at: '21' }))).toEqual(['1: 12', '2: 11 21'])
  expect(shape(outlineMoves.moveItem(outline, '11', { group: '2' }))).toEqual(['1: 12', '2: 21 11'])
})

it('names new modules by their number and sends the whole structure', () => {
  const outline = addModule(toOutline(base), 'k')
  const change = makeOutlineChange(outline)
  expect(change.modules?.[2]).toEqual({ id: 'new-k', title: 'Módulo 3', alwaysAvailable: false })
  expect(change.moduleOrder).toEqual(['1', '2', 'new-k'])
  expect(change.contentOrderByModule).toEqual({ 1: ['11', '12'], 2: ['21'], 'new-k': [] })
})

it('never sends a module without a name', () => {
  expect(makeOutlineChange([{ ...toOutline(base)[1]!, title: '  ' }]).modules?.[0]?.title).toBe('Módulo 1')
})

it('gives a new module its id and keeps its key, even when it was moved meanwhile', () => {
  const sent = addModule(toOutline(base), 'k')
  const moved = outlineMoves.moveGroup(sent, 'k', '1')
  const named = withServerIds(moved, sent, [...base, module('3', [])])
  expect(named.map(({ key, id }) => [key, id])).toEqual([
    ['k', '3'],
    ['1', '1'],
    ['2', '2'],
  ])
})

it('keeps what another tab added when my structure goes on top of it', () => {
  const mine = outlineMoves.moveItem(toOutline(base), '21', { group: '1', at: '11' })
  const theirs = [module('1', ['11', '12', '13']), module('2', ['21']), module('3', ['31'])]
  expect(shape(rebaseOutline(base, mine, theirs))).toEqual(['1: 21 11 12 13', '2:', '3: 31'])
})

it('lets go of what another tab removed', () => {
  expect(shape(rebaseOutline(base, toOutline(base), [module('1', ['11'])]))).toEqual(['1: 11'])
})

it('knows when a structure is already saved', () => {
  expect(isSameOutline(toOutline(base), base)).toBe(true)
  expect(isSameOutline(addModule(toOutline(base), 'k'), base)).toBe(false)
})
