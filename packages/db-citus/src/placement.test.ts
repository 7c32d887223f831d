import { expect, it } from 'vitest'
import { spreadingOrder } from './placement.ts'

it('puts parents before their children, and the first table before all', () => {
  const keys = [
    { child: 'answers', parent: 'questions' },
    { child: 'questions', parent: 'lessons' },
    { child: 'questions', parent: 'questions' },
    { child: 'lessons', parent: 'memberships' },
    { child: 'lessons', parent: 'users' },
    { child: 'sessions', parent: 'lessons' },
  ]
  const tables = ['answers', 'badges', 'lessons', 'memberships', 'questions']
  expect(spreadingOrder(tables, keys)).toEqual(['memberships', 'badges', 'lessons', 'questions', 'answers'])
})

it('refuses keys that lead in a circle', () => {
  const keys = [
    { child: 'courses', parent: 'lessons' },
    { child: 'lessons', parent: 'courses' },
  ]
  expect(() => spreadingOrder(['courses', 'lessons', 'memberships'], keys)).toThrow('courses, lessons lead in a circle')
})
