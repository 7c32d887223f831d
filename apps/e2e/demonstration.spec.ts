import { labels } from '@escola/contract/labels'
import { expect } from '@playwright/test'
import { accountOf, tokenOf } from './accounts.ts'
import { test } from './visitor.ts'

test('the owner of the demonstration sees sales of four platforms, accesses that end soon and a student who was moved', async ({
  open,
}) => {
  const { url } = accountOf('owner')
  const page = await open({ viewport: { width: 1280, height: 800 } }, await tokenOf('owner'))
  await page.goto(`${url}/vendas`)
  const sales = page.getByRole('table', { name: 'Vendas recebidas' }).getByRole('row')
  for (const platform of ['hotmart', 'eduzz', 'kiwify', 'hubla'] as const)
    await expect(
      sales.filter({ hasText: labels.providers[platform], has: page.getByText('Processada', { exact: true }) }).first(),
    ).toBeVisible()
  await expect(sales.filter({ has: page.getByText('Sem turma', { exact: true }) })).toContainText([
    'Mentoria de panificação',
  ])
  await expect(sales.filter({ has: page.getByText('Sem e-mail', { exact: true }) })).toContainText([
    'sonia.prates@gmail',
  ])
  await expect(sales.filter({ has: page.getByText('Reembolso', { exact: true }) })).toContainText([
    /Saiu da turma Formação 2026 em [\d/]+: reembolso/,
  ])

  await page.goto(`${url}/alunos`)
  await page.getByRole('combobox', { name: 'Acesso' }).click()
  await page.getByRole('option', { name: 'Termina em 30 dias' }).click()
  await expect(page.getByRole('table', { name: 'Alunos da escola' }).getByRole('link')).toHaveCount(3)

  await page.goto(`${url}/alunos?search=Estela Campos`)
  await page.getByRole('link', { name: 'Estela Campos' }).click()
  // The worker moves the students after the start.
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Foi para a turma “Turma de março”')).toBeVisible({ timeout: 3000 })
  }).toPass()
  await expect(page.getByText('Veio da turma “Turma piloto”')).toBeVisible()
})
