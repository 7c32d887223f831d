import { expect, it } from 'vitest'
import { isLessonDraft, listCourseBadges, publishLabel } from './badges.ts'

const out = '2026-01-01T00:00:00.000Z'
const course = { utc_published_on: out, isDraft: false, is_visible: true, is_private: true }

it('calls a course published only when it is out and nothing newer is written', () => {
  expect(listCourseBadges(course)).toEqual(['published'])
  expect(listCourseBadges({ ...course, isDraft: true })).toEqual(['draft'])
  expect(listCourseBadges({ ...course, utc_published_on: null })).toEqual(['draft'])
})

it('adds invisible and public', () => {
  expect(listCourseBadges({ ...course, is_visible: false, is_private: false })).toEqual([
    'published',
    'invisible',
    'public',
  ])
})

it('calls a new lesson of a published course a draft', () => {
  const lesson = { utc_published_on: null, isDraft: false }
  expect(isLessonDraft({ utc_published_on: out }, lesson)).toBe(true)
  expect(isLessonDraft({ utc_published_on: null }, lesson)).toBe(false)
  expect(isLessonDraft({ utc_published_on: out }, { utc_published_on: out, isDraft: true })).toBe(true)
  expect(isLessonDraft({ utc_published_on: out }, { utc_published_on: out, isDraft: false })).toBe(false)
})

it('publishes a course first and its changes later', () => {
  expect(publishLabel({ utc_published_on: null })).toBe('Publicar curso')
  expect(publishLabel({ utc_published_on: out })).toBe('Publicar alterações')
})
