import { emailChangeTexts } from '@escola/contract/email-changes.contract'
import { messages } from '@escola/contract/messages'
import { expect } from '@playwright/test'
import { tokenFor } from './accounts.ts'
import { checkSchemes } from './axe.ts'
import { linkFromMail, textFromMail } from './mailbox.ts'
import { makeOwner } from './school.ts'
import { test } from './visitor.ts'

test('a user changes their e-mail by a code, and the old mailbox undoes it and chooses a new password', async ({
  open,
}) => {
  const { run, email, password, base } = await makeOwner()
  const another = `dora@nova-${run}.example`
  const page = await open({ viewport: { width: 390, height: 844 } }, await tokenFor(email, password))
  await page.goto(`${base}/minha-conta`)
  const section = page.getByRole('region', { name: 'E-mail' })
  await section.getByRole('button', { name: 'Alterar e-mail' }).click()
  await expect(section.getByLabel('Novo e-mail')).toBeFocused()
  await checkSchemes(page, 'a new e-mail')
  await page.keyboard.type(another)
  await page.keyboard.press('Enter')
  await expect(section.getByText(emailChangeTexts.sent)).toBeVisible()
  await checkSchemes(page, 'the code of a new e-mail')
  const code = /Código: (\d{3} \d{3})/.exec(await textFromMail(another, 'Código: '))![1]!
  await section.getByLabel('Código').fill(code)
  await page.keyboard.press('Enter')
  await expect(page.getByText(emailChangeTexts.changed)).toBeVisible()
  await expect(section.getByText(another)).toBeVisible()

  const old = await open({ viewport: { width: 390, height: 844 } })
  const link = new URL(await linkFromMail(email, '/email/')).pathname
  await old.goto(link)
  await expect(old.getByText(email)).toBeVisible()
  await checkSchemes(old, 'an undo')
  await old.getByRole('button', { name: 'Desfazer a troca de e-mail' }).click()
  const fresh = 'quintal-verde-42'
  await old.getByLabel('Senha', { exact: true }).fill(fresh)
  await old.getByLabel('Repita a senha').fill(fresh)
  await old.getByRole('button', { name: 'Alterar senha' }).click()
  await expect(old.getByText(messages.passwordChanged)).toBeVisible()
  await old.goto(link)
  await expect(old.getByText(/já foi desfeita/)).toBeVisible()
  await checkSchemes(old, 'an undo that was used')
  await page.reload()
  await expect(page.getByLabel('E-mail')).toBeVisible()
  expect(await tokenFor(email, fresh)).toBeTruthy()
})
