import { createHmac } from 'node:crypto'
import { security } from '@escola/contract/security.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { expect, type Page } from '@playwright/test'
import { callsOf } from './api.ts'
import { linkFromMail } from './mailbox.ts'
import { makeOwner } from './school.ts'
import { test } from './visitor.ts'

/** Adds a user's phone or laptop that has passkeys: it is present, and it recognises its user. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Computes the code that an authenticator app shows at this moment (RFC 6238). */
function codeOf(secret: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const mac = createHmac('sha1', key).update(step).digest()
  const number = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

const signIn = async (page: Page, { base, email, password }: Awaited<ReturnType<typeof makeOwner>>, path = '/') => {
  await page.goto(`${base}/login?redirect=${encodeURIComponent(path)}`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
}
const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /^Sua conta/ }).click()
  await page.getByRole('button', { name: 'Sair' }).click()
  await expect(page.getByRole('button', { name: /^Sua conta/ })).toHaveCount(0)
}

test('a link to a new password that was used says so, and sends the next one', async ({ open }) => {
  const owner = await makeOwner()
  await callsOf()(sessions.requestRecovery, { body: { email: owner.email } })
  const link = await linkFromMail(owner.email, '/recover/')
  const password = 'outra1senha'
  await callsOf()(sessions.setNewPassword, {
    params: { token: new URL(link).pathname.split('/').at(-1)! },
    body: { password, repeatPassword: password },
  })
  const page = await open({})
  await page.goto(link)
  await expect(page.getByText('Link expirado!')).toBeVisible()
  await expect(page).toHaveURL(({ pathname }) => pathname === `${owner.base}/`)
  await expect(page.getByLabel('Enviar para')).toHaveValue(owner.email)
  await page.getByRole('button', { name: 'Reenviar' }).click()
  await expect(page.getByText('Instruções enviadas com sucesso para o seu e-mail!')).toBeVisible()
})

test('a user makes a passkey, signs out, and signs in again without typing anything', async ({ open }) => {
  const owner = await makeOwner()
  const page = await open({})
  await addAuthenticator(page)
  await signIn(page, owner, '/minha-conta/seguranca')
  await page.getByRole('button', { name: 'Criar chave de acesso' }).click()
  await expect(page.getByText('Chave de acesso criada')).toBeVisible()
  await expect(page.getByText(/ainda não usada/)).toBeVisible()
  await signOut(page)
  await page.goto(`${owner.base}/login`)
  await page.getByRole('button', { name: 'Usar chave de acesso' }).click()
  await expect(page.getByText('Olá, Dora').first()).toBeVisible()
  await page.goto(`${owner.base}/minha-conta/seguranca`)
  await expect(page.getByText(/· usada em/)).toBeVisible()
})

test('a user with a second factor who lost their phone signs in by a recovery code, once', async ({ open }) => {
  const owner = await makeOwner()
  const page = await open({})
  await signIn(page, owner, '/minha-conta/seguranca')
  // The secret is what an app would read from the picture.
  const setup = page.waitForResponse((response) => response.url().endsWith(`/api${security.startSecondFactor.path}`))
  await page.getByRole('button', { name: 'Ativar' }).click()
  const { secret } = await (await setup).json()
  const color = await page
    .getByRole('link', { name: 'Abra no aplicativo' })
    .evaluate((link) => getComputedStyle(link).color)
  // A browser's own blue can't be read in the dark.
  expect(color).not.toBe('rgb(0, 0, 238)')
  await page.getByLabel('Código do aplicativo').fill(codeOf(secret))
  await page.getByRole('button', { name: 'Confirmar' }).click()
  const codes = page.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [code] = await codes.allTextContents()
  await page.getByRole('button', { name: 'Guardei os códigos' }).click()
  await signOut(page)

  const useCode = async () => {
    // The home asks a new owner for more data, and its question stands before everything else.
    await signIn(page, owner, '/minha-conta/seguranca')
    await page.getByRole('button', { name: 'Usar um código de recuperação' }).click()
    await page.getByLabel('Código de recuperação').fill(code!)
    await page.getByRole('button', { name: 'Continuar' }).click()
  }
  await useCode()
  await expect(page.getByRole('button', { name: /^Sua conta/ })).toBeVisible()
  await signOut(page)
  await useCode()
  await expect(page.getByText('Código inválido')).toBeVisible()
})
