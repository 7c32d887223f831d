import { learning } from '@escola/contract/learning.contract'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { school, showScreen } from '../../testing/show-screen.tsx'
import { learningQueries } from './learning.queries.ts'
import { StudentLessonPage } from './lesson-page.tsx'
import { content, degree, summary } from './sample-course.ts'

it('frames what is read as it frames what is watched', async () => {
  const main_media_url = 'https://view.genially.com/66ef09bc2d8d928848f09bb2/presentation-vela'
  fakeServer().on(learning.lesson, () => ({
    degree: degree([summary('1')]),
    content: content('1', { main_media_url }),
  }))
  await showScreen({
    at: '/c/vela/aula-1',
    route: '/c/$link/$classLink',
    load: (client, { link, classLink }) => client.ensureQueryData(learningQueries.lesson(school.id, link!, classLink!)),
    show: ({ link, classLink }) => <StudentLessonPage link={link!} classLink={classLink!} />,
  })
  const frame = await screen.findByTitle('Material interativo da aula Aula 1')
  expect(frame).toHaveProperty('src', 'https://view.genially.com/66ef09bc2d8d928848f09bb2')
  // Said twice, it is said on the console too.
  expect([frame.hasAttribute('allowfullscreen'), frame.getAttribute('allow')]).toEqual([
    true,
    'autoplay; picture-in-picture; encrypted-media',
  ])
})
