import { expect } from '@playwright/test'
import { accountOf, tokenOf } from './accounts.ts'
import { expectNotice } from './notices.ts'
import { loadUntil, test } from './visitor.ts'

test('a question is answered from the administrator’s bell, and the answer taken back', async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 800 } }, await tokenOf('owner'))
  const { url } = accountOf('owner')
  await page.goto(url)
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Notificações/ })
    .click()
  const news = page.getByRole('list', { name: 'Notificações' }).getByRole('link', { name: /pergunt/ })
  // The clock tells the demonstration's news within a minute of its start.
  await loadUntil(page, `${url}/notificacoes`, () => news.first().isVisible())
  await news.first().click()

  await expect(page.getByRole('heading', { level: 1, name: 'Comunidade' })).toBeVisible()
  const waiting = page.getByRole('article', { name: /^Pergunta de / }).first()
  const name = (await waiting.getAttribute('aria-label')) ?? ''
  const asked = page.getByRole('article', { name })
  await asked.getByRole('button', { name: 'Responder' }).click()
  const answer = asked.getByRole('textbox', { name: 'Sua resposta' })
  await answer.fill('Deixe descansar mais uma hora.')
  await asked.getByRole('button', { name: 'Enviar' }).click()
  await expectNotice(page, /^Resposta enviada\. .* recebe por e-mail\./)
  // Other journeys read this school, so the question waits again.
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(answer).toHaveText('Deixe descansar mais uma hora.')
})
