import { releaseNoticeTexts } from '@escola/contract/release-notices.contract'
import { today } from '@escola/contract/today.contract'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { quietHome, quietToday } from '../../testing/quiet-home.ts'
import { showApp } from '../../testing/show-app.tsx'
import { nowhere, school, student } from '../../testing/show-screen.tsx'

it.each([
  ['sums', '8', '/certificado/8'],
  ['phones', null, '/alunos?phone=unknown'],
] as const)('tells of %s with their number and the way there', async (kind, subject_id, path) => {
  const server = quietHome(fakeServer())
  server.on(today.get, () => ({ ...quietToday, release_notices: [{ kind, count: 3, subject_id }] }))
  await showApp(server, '/', () => ({ ...nowhere, user: student, school: { ...school, role: ['admin' as const] } }))
  const { describe: text, action } = releaseNoticeTexts.of[kind]
  await screen.findByText(text(3))
  expect(screen.getByRole('link', { name: action }).getAttribute('href')).toContain(path)
})
