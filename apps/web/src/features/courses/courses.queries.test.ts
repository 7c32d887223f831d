import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { courseQueries, storeCourse } from './courses.queries.ts'
import { sampleCourse, sampleLesson } from './sample-course.ts'

it('tells lessons that were opened what became of their course', () => {
  const client = new QueryClient()
  const own = courseQueries.lesson('7', 'ingles', 'nova-aula').queryKey
  const other = courseQueries.lesson('7', 'frances', 'nova-aula').queryKey
  client.setQueryData(own, { content: sampleLesson, degree: sampleCourse })
  client.setQueryData(other, { content: sampleLesson, degree: { ...sampleCourse, id: '11' } })
  const published = { ...sampleCourse, utc_published_on: '2026-01-01T00:00:00.000Z', version: 4 }
  storeCourse(client, '7', published)
  expect(client.getQueryData(own)).toEqual({ content: sampleLesson, degree: published })
  expect(client.getQueryData(other)?.degree.id).toBe('11')
  expect(client.getQueryState(own)?.isInvalidated).toBe(true)
})
