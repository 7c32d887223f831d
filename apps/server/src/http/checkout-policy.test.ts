import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { type World, world } from '../testing/world.ts'
import { checkoutPolicy } from './checkout-policy.ts'

let w: World
beforeAll(async () => {
  const webDir = await mkdtemp(path.join(tmpdir(), 'escola-web-'))
  await mkdir(path.join(webDir, 'assets'))
  await writeFile(path.join(webDir, 'index.html'), '<!doctype html><head></head><body></body>')
  await writeFile(path.join(webDir, 'page-heads.json'), '[]')
  w = await world({
    WEB_DIR: webDir,
    PUBLIC_URL: 'https://escola.example',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_policy_of_all_tests',
  })
})

const policyOf = async (url: string, host = 'escola.example') =>
  String((await w.app.inject({ method: 'GET', url, headers: { host } })).headers['content-security-policy'])

it.each(['/add-saldo/basic', '/trocar-plano/middle', '/trocar-plano/middle/', '/minha-conta'])(
  'lets the payment provider in at %s, of the platform, of a school and of its own domain',
  async (page) => {
    const own = `pagar-${w.northside.id}.example`
    await w.database.withPlatform((db) =>
      db.updateTable('schools').set({ domain: own, use_own_domain: true }).where('id', '=', w.northside.id).execute(),
    )
    for (const policy of [await policyOf(`/escola/${w.riverside.id}${page}`), await policyOf(`${page}?a=1`, own)]) {
      expect(policy).toMatch(/script-src https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com /)
      expect(policy).toMatch(/frame-src [^;]*https:\/\/hooks\.stripe\.com/)
      expect(policy).toMatch(/connect-src https:\/\/api\.stripe\.com /)
      expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    }
  },
)

it.each([
  '/',
  '/bank',
  '/planos',
  '/offer/dominio',
  '/add-saldo',
  '/minha-conta/seguranca',
  '/c/minha-conta',
  '/aluno/add-saldo/basic',
])('lets it in nowhere else, as at %s', async (page) => {
  expect(await policyOf(`/escola/${w.riverside.id}${page}`)).not.toContain('stripe')
  expect(await policyOf(page)).not.toContain('stripe')
})

it('names the hosts of a stand-in in the place of those', () => {
  const policy = checkoutPolicy("script-src 'self'; img-src 'self'; frame-src 'self'; connect-src 'self'", {
    apiUrl: 'http://127.0.0.1:4242',
    scriptUrl: 'http://localhost:4242/stripe.js',
  })
  expect(policy).toBe(
    "script-src http://localhost:4242 'self'; img-src http://127.0.0.1:4242 http://localhost:4242 'self'; " +
      "frame-src http://127.0.0.1:4242 http://localhost:4242 'self'; connect-src http://127.0.0.1:4242 http://localhost:4242 'self'",
  )
})
