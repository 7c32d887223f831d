import { schoolMailNames } from '@escola/contract/mail-names'
import { platform } from '@escola/contract/platform.contract'
import { today } from '@escola/contract/today.contract'
import {
  type PlatformMail,
  type UndeliveredMail,
  undeliveredMails,
  undeliveredReasons,
  undeliveredTexts,
} from '@escola/contract/undelivered-mails.contract'
import { done } from '@escola/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { quietHome, quietToday } from '../../testing/quiet-home.ts'
import { showApp } from '../../testing/show-app.tsx'
import { contextOf, nowhere, school, student } from '../../testing/show-screen.tsx'

const ana: UndeliveredMail = {
  id: '5',
  kind: 'purchase_invitation',
  name: 'Ana Reis',
  email: 'ana@exmaple.com',
  user_link: 'ana-reis',
  reason: 'address_refused',
  utc_failed_on: '2026-03-01T12:00:00.000Z',
}
const bia: UndeliveredMail = {
  ...ana,
  id: '6',
  name: 'Bia Lima',
  email: 'bia@mar.example',
  user_link: '',
  kind: 'admin_digest',
  reason: 'too_late',
}
const asAdmin = () => ({ ...contextOf('admin'), school: { ...school, role: ['admin' as const] } })

async function open(mails = [ana, bia]) {
  const server = fakeServer()
  const state = { mails }
  const listed = server.on(undeliveredMails.list, ({ query }) => ({
    mails: { total: state.mails.length, page: Number(query?.page ?? 1), rowsPerPage: 50, list: state.mails },
  }))
  const sent = server.on(undeliveredMails.sendAgain, ({ params }) => {
    state.mails = state.mails.filter(({ id }) => id !== params?.id)
    return done
  })
  const app = await showApp(server, '/config/emails', asAdmin)
  return { server, listed, sent, ...app }
}

it('shows who did not get which mail, where, and why, with the way to the student', async () => {
  await open()
  const [, first, second] = await screen.findAllByRole('row')
  for (const text of [ana.name, ana.email, schoolMailNames.purchase_invitation, undeliveredReasons.address_refused])
    expect(first!.textContent).toContain(text)
  expect(second!.textContent).toContain(undeliveredReasons.too_late)
  expect(within(first!).getByRole('link', { name: ana.name }).getAttribute('href')).toBe('/mar/aluno/ana-reis')
  expect(within(second!).queryByRole('link')).toBeNull()
})

it('writes a mail again and takes it from the list', async () => {
  const { sent } = await open()
  await userEvent.click(
    await screen.findByRole('button', { name: `${undeliveredTexts.sendAgain} o e-mail para Ana Reis` }),
  )
  expect(await screen.findByText(undeliveredTexts.sentAgain('Ana Reis'))).toBeTruthy()
  expect(sent.map(({ params }) => params?.id)).toEqual(['5'])
  await waitFor(() => expect(screen.queryByText(ana.email)).toBeNull())
})

it('says so when all was delivered', async () => {
  await open([])
  expect(await screen.findByText(undeliveredTexts.none)).toBeTruthy()
})

it('tells on the home that mail waits and that some did not arrive, and leads to it', async () => {
  const server = quietHome(fakeServer())
  server.on(today.get, () => ({ ...quietToday, utc_mail_stopped_on: '2026-03-01T12:00:00.000Z', undelivered: 3 }))
  await showApp(server, '/', asAdmin)
  expect(await screen.findByText(undeliveredTexts.stoppedTitle)).toBeTruthy()
  expect(screen.getByText(undeliveredTexts.counted(3))).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ver os e-mails não entregues' }).getAttribute('href')).toBe(
    '/mar/config/emails',
  )
})

const recovery: PlatformMail = {
  id: '9',
  kind: 'recovery',
  name: 'Rui Dias',
  email: 'rui@mar.example',
  reason: 'too_late',
  may_send_again: true,
  utc_kept_on: '2026-03-01T12:00:00.000Z',
}
const change: PlatformMail = {
  ...recovery,
  id: '10',
  kind: 'email_change',
  name: 'Zoé',
  reason: 'waiting',
  may_send_again: false,
}
const stop = { words: '554 5.7.1 sending paused', utc_since: '2026-03-01T12:00:00.000Z' }
const vera = { ...student, name: 'Vera Lopes', role: 'admin' }

it('shows the platform what no school may see, with the words that stop mail', async () => {
  const server = fakeServer()
  server.on(undeliveredMails.listOfPlatform, () => ({
    mails: { total: 2, page: 1, rowsPerPage: 50, list: [recovery, change] },
    stopped: stop,
    schools_stopped: 0,
  }))
  const sent = server.on(undeliveredMails.sendPlatformMailAgain, () => done)
  await showApp(server, '/escolas/emails', () => ({ ...nowhere, user: vera }))
  expect(await screen.findByText(undeliveredTexts.words(stop.words))).toBeTruthy()
  const buttons = screen.getAllByRole('button', { name: new RegExp(undeliveredTexts.sendAgain) })
  expect(buttons).toHaveLength(1)
  await userEvent.click(buttons[0]!)
  await waitFor(() => expect(sent.map(({ params }) => params?.id)).toEqual(['9']))
})

it('says on the list of schools that mail is stopped', async () => {
  const server = fakeServer()
  server.on(platform.schools, () => ({
    schools: { total: 0, more: false, page: 1, rowsPerPage: 50, list: [] },
    mail_stopped: stop,
  }))
  await showApp(server, '/escolas', () => ({ ...nowhere, user: vera }))
  expect(await screen.findByText(undeliveredTexts.words(stop.words))).toBeTruthy()
  expect(screen.getByRole('link', { name: undeliveredTexts.title }).getAttribute('href')).toBe('/escolas/emails')
})
