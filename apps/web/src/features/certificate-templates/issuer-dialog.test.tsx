import { categories } from '@escola/contract/categories.contract'
import { certificateIssuers, type Issuer, issuerTexts } from '@escola/contract/certificate-issuers.contract'
import { certificateTemplates } from '@escola/contract/certificate-templates.contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'

it('saves what certificates print of the school, and says beside the field that a number does not exist', async () => {
  const issuer: Issuer = { legal_name: 'Pão Ltda', tax_id: '11222333000181', place: '', asks_cpf: false }
  const server = fakeServer()
  server.on(categories.choices, () => ({ degrees: [] }))
  server.on(certificateTemplates.list, () => ({ certificateList: [] }))
  server.on(certificateIssuers.get, () => ({ issuer }))
  const saves = server.on(certificateIssuers.save, ({ body }) => ({ issuer: body as Issuer }))
  await showPage(server, '/certificados', 'admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Dados da escola' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Dados da escola' }))
  const number = await dialog.findByRole('textbox', { name: 'CNPJ ou CPF' })
  expect(number).toHaveProperty('value', '11.222.333/0001-81')
  await userEvent.clear(number)
  await userEvent.type(number, '12.abc.345/01de-36')
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  expect(await dialog.findByText(issuerTexts.taxId)).toBeTruthy()
  await userEvent.clear(number)
  await userEvent.type(number, '12.abc.345/01de-35')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Cidade' }), 'Recife')
  await userEvent.click(dialog.getByRole('switch', { name: /^Pedir o CPF dos alunos/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText(issuerTexts.saved)).toBeTruthy()
  const saved = { legal_name: 'Pão Ltda', tax_id: '12ABC34501DE35', place: 'Recife', asks_cpf: true }
  expect(saves.map(({ body }) => body)).toEqual([saved])
})
