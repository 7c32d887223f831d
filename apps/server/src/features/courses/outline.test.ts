import { expect, it } from 'vitest'
import type { ModuleValues } from './course-values.ts'
import { changeOutline, discardFromOutline, type Outline } from './outline.ts'

const module = (title: string, lesson_order: string[]): ModuleValues => ({
  title,
  always_available: false,
  lesson_order,
})
const outline = (): Outline => ({
  order: ['1', '2'],
  modules: new Map([
    ['1', module('Início', ['11', '12'])],
    ['2', module('Fim', ['21'])],
  ]),
  lessonIds: new Set(['11', '12', '21']),
})
const lessonsOf = ({ order, modules }: Outline) => order.map((id) => [id, ...modules.get(id)!.lesson_order])

it('adds a module at the end and names it by its place', () => {
  const next = changeOutline(outline(), { modules: [{ id: 'new-a', title: '', alwaysAvailable: true }] })
  expect(next.order).toEqual(['1', '2', 'new-a'])
  expect(next.modules.get('new-a')).toEqual({ title: 'Módulo 3', always_available: true, lesson_order: [] })
})

it('moves a lesson to another module when only its new module is named', () => {
  expect(lessonsOf(changeOutline(outline(), { contentOrderByModule: { 2: ['12', '21'] } }))).toEqual([
    ['1', '11'],
    ['2', '12', '21'],
  ])
})

it('puts a lesson into a new module', () => {
  const next = changeOutline(outline(), {
    modules: [{ id: 'new-a', title: 'Meio', alwaysAvailable: false }],
    moduleOrder: ['1', 'new-a', '2'],
    contentOrderByModule: { 'new-a': ['11'] },
  })
  expect(lessonsOf(next)).toEqual([
    ['1', '12'],
    ['new-a', '11'],
    ['2', '21'],
  ])
})

it.each([
  ['an unknown module in the order', { moduleOrder: ['1', '3'] }, 'moduleOrder'],
  ['a module twice', { moduleOrder: ['1', '1'] }, 'moduleOrder'],
  ['a new module that nothing describes', { moduleOrder: ['1', 'new-x'] }, 'moduleOrder'],
  ['an unknown module', { modules: [{ id: '3', title: 'x', alwaysAvailable: false }] }, 'modules'],
  ['an unknown lesson', { contentOrderByModule: { 1: ['99'] } }, 'contentOrderByModule'],
  ['a lesson twice', { contentOrderByModule: { 1: ['11'], 2: ['11'] } }, 'contentOrderByModule'],
  ['lessons of an unknown module', { contentOrderByModule: { 3: ['11'] } }, 'contentOrderByModule'],
])('refuses %s', (_, change, field) => {
  expect(() => changeOutline(outline(), change)).toThrow(
    expect.objectContaining({ code: 'invalid_request', fields: { [field]: expect.any(String) } }),
  )
})

it('keeps lessons that were never published where they are when drafts are discarded', () => {
  const current: Outline = {
    order: ['3', '2', '4'],
    modules: new Map([
      ['1', module('Removido', ['11'])],
      ['2', module('Renomeado', ['22', '21'])],
      ['3', module('Novo', ['12', '31'])],
      ['4', module('Novo e vazio', [])],
    ]),
    lessonIds: new Set(['11', '12', '21', '22', '31']),
  }
  const live = new Map([
    ['1', module('Início', ['11', '12'])],
    ['2', module('Fim', ['21'])],
  ])
  const next = discardFromOutline(current, { order: ['1', '2'], live, lessonIds: new Set(['11', '12', '21']) })
  expect(lessonsOf(next)).toEqual([
    ['1', '11', '12'],
    ['2', '21', '22'],
    ['3', '31'],
  ])
  expect(next.modules.get('2')!.title).toBe('Fim')
})
