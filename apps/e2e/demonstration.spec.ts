import { labels } from '@escola/contract/labels'
import { expect } from '@playwright/test'
import { accountOf, tokenOf } from './accounts.ts'
import { purchaseLines } from './purchases.ts'
import { loadUntil, test } from './visitor.ts'

test('the owner of the demonstration sees sales of four platforms, accesses that end soon and a student who was moved', async ({
  open,
}) => {
  const { url } = accountOf('owner')
  const page = await open({ viewport: { width: 1280, height: 800 } }, await tokenOf('owner'))
  await page.goto(`${url}/vendas`)
  const accounts = page.getByRole('region', { name: 'Contas das plataformas' })
  for (const platform of ['hotmart', 'eduzz', 'kiwify', 'hubla'] as const)
    await expect(accounts.getByText(labels.providers[platform], { exact: true })).toHaveCount(1)
  const work = page.getByRole('region', { name: 'Para resolver' })
  await expect(work.getByText(/^Mentoria de panificação/)).toBeVisible()
  await expect(work.getByText('Sônia Prates')).toBeVisible()
  await expect(purchaseLines(page).filter({ hasText: 'Entrou' })).toHaveCount(5)
  await purchaseLines(page).filter({ hasText: 'Saiu' }).click()
  const sheet = page.getByRole('dialog', { name: 'Compra' })
  await expect(sheet.getByText(/^Perdeu o acesso à turma/)).toContainText(
    /Perdeu o acesso à turma Formação 2026 em [\d/]+: reembolso/,
  )

  await page.goto(`${url}/alunos`)
  await page.getByRole('combobox', { name: 'Acesso' }).click()
  await page.getByRole('option', { name: 'Termina em 30 dias' }).click()
  await expect(page.getByRole('table', { name: 'Alunos da escola' }).getByRole('link')).toHaveCount(3)

  await page.goto(`${url}/alunos?search=Estela Campos`)
  await page.getByRole('link', { name: 'Estela Campos' }).click()
  await expect(page).toHaveURL(/\/aluno\/\w+$/)
  // The worker moves the students after the start.
  await loadUntil(page, page.url(), () => page.getByText('Foi para a turma “Turma de março”').isVisible())
  await expect(page.getByText('Veio da turma “Turma piloto”')).toBeVisible()
})
