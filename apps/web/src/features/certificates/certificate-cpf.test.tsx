import { type CpfAnswer, certificateCpfs, issuerTexts } from '@escola/contract/certificate-issuers.contract'
import { certificates } from '@escola/contract/certificates.contract'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'

async function open(answer: CpfAnswer) {
  let now = answer
  const server = fakeServer()
  server.on(certificates.mine, () => ({ certificates: [] }))
  server.on(certificateCpfs.get, () => now)
  const saves = server.on(certificateCpfs.save, () => {
    now = { asks_cpf: true, cpf: '***.982.247-**', utc_given_on: '2026-11-25T12:00:00.000Z' }
    return now
  })
  await showPage(server, '/certificados', 'student')
  return { saves }
}

it('takes a CPF that exists, once its student agrees, and shows it without its ends', async () => {
  const { saves } = await open({ asks_cpf: true, cpf: '', utc_given_on: null })
  const save = await screen.findByRole('button', { name: 'Salvar CPF' })
  await userEvent.type(screen.getByRole('textbox', { name: 'CPF' }), '52998224726')
  await userEvent.click(save)
  expect(await screen.findByText(issuerTexts.cpf)).toBeTruthy()
  expect(screen.getByText(issuerTexts.consent)).toBeTruthy()
  expect(saves).toHaveLength(0)
  await userEvent.clear(screen.getByRole('textbox', { name: 'CPF' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'CPF' }), '52998224725')
  await userEvent.click(screen.getByRole('checkbox', { name: /^Autorizo/ }))
  await userEvent.click(save)
  expect(await screen.findByText('***.982.247-**')).toBeTruthy()
  expect(saves.map(({ body }) => body)).toEqual([{ cpf: '52998224725', consent: true }])
})

it('asks for nothing in a school that prints none', async () => {
  await open({ asks_cpf: false, cpf: '', utc_given_on: null })
  await screen.findByRole('heading', { name: 'Meus certificados' })
  expect(screen.queryByText('CPF no certificado')).toBeNull()
})
