import { type CoursePageSettings, coursePages, coursePageTexts } from '@escola/contract/course-pages.contract'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fakeServer } from '../../../testing/fake-server.ts'
import { showScreen } from '../../../testing/show-screen.tsx'
import { PublicPageSettings } from './public-page-settings.tsx'

function open(start: Partial<CoursePageSettings> = {}) {
  let settings: CoursePageSettings = { is_open: false, teacher: '', obstacle: null, ...start }
  const server = fakeServer()
  server.on(coursePages.settings, () => ({ settings }))
  const saves = server.on(coursePages.save, ({ body }) => {
    settings = { ...settings, ...body }
    return { settings }
  })
  void showScreen({
    as: 'admin',
    at: '/c/vela',
    route: '/c/$link',
    show: () => <PublicPageSettings link="vela" publishedOn={null} isDraft={false} />,
  })
  return { bodies: () => saves.map(({ body }) => body) }
}

it('opens the page, with a preview before, and keeps who teaches', async () => {
  const { bodies } = open()
  const preview = await screen.findByRole('link', { name: coursePageTexts.preview })
  expect([new URL((preview as HTMLAnchorElement).href).pathname, preview.getAttribute('target')]).toEqual([
    '/conheca/vela',
    '_blank',
  ])
  expect(screen.queryByLabelText(coursePageTexts.teacher)).toBeNull()
  await userEvent.click(screen.getByRole('switch', { name: new RegExp(`^${coursePageTexts.title}`) }))
  await userEvent.type(await screen.findByLabelText(coursePageTexts.teacher), 'Helena')
  await userEvent.tab()
  await vi.waitFor(() => expect(bodies()).toEqual([{ is_open: true }, { teacher: 'Helena' }]))
  expect(await screen.findByDisplayValue('Helena')).toBeTruthy()
})

it('says why visitors do not see the open page', async () => {
  open({ is_open: true, obstacle: 'private' })
  expect(await screen.findByText(coursePageTexts.obstacles.private)).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

it('waits for the course to be published', async () => {
  open({ obstacle: 'unpublished' })
  expect(await screen.findByText(coursePageTexts.obstacles.unpublished)).toBeTruthy()
  expect(screen.getByRole('switch', { name: new RegExp(`^${coursePageTexts.title}`) })).toHaveProperty('disabled', true)
})
