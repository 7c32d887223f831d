import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { schools } from '@escola/contract/schools.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { type World, world } from '../testing/world.ts'

const webDir = path.join(tmpdir(), `escola-start-${process.pid}`)
const dsn = 'https://chave@erros.example/7'
const chat = 'https://chat.example/widget.js?conta=1&cor=2'
const apps = {
  ACADEMY_MIB_URL: 'https://mib.example/app',
  ACADEMY_SKINNER_URL: 'https://skinner.example',
  ACADEMY_HERO_URL: 'https://hero.example/?auth=old&lang=pt',
}

let w: World
beforeAll(async () => {
  await mkdir(path.join(webDir, 'assets'), { recursive: true })
  await writeFile(path.join(webDir, 'index.html'), '<head><!-- about --><title>Escola</title><!-- /about --></head>')
  const configured = { NODE_ENV: 'production', ERROR_REPORT_URL: dsn, CHAT_WIDGET_URL: chat, ...apps }
  w = await world({ WEB_DIR: webDir, PUBLIC_URL: 'https://escola.example', TRUST_PROXY: '10.0.0.1', ...configured })
})

it.each([
  // These paths belong to a school with its own domain.
  ['/api', true],
  ['/api?page=1', true],
  ['/api/', false],
  ['/api/nothing', false],
  ['/integration/7', false],
  ['/integration', false],
])('%s is a page: %s', async (url, isPage) => {
  const headers = { host: 'cursos.mar.example', 'x-forwarded-proto': 'https' }
  const answer = await w.app.inject({ url, remoteAddress: '10.0.0.1', headers })
  expect([answer.statusCode, String(answer.headers['content-type']).split(';')[0]]).toEqual(
    isPage ? [200, 'text/html'] : [404, 'application/json'],
  )
})

it.each([
  ['/assets/a.js', 200, 'public, max-age=31536000, immutable', 'br'],
  ['/assets/A.js', 404, 'no-store', undefined],
  ['/assets/..%2findex.html', 403, 'no-store', undefined],
])('answers a file that was built, compressed and for ever: %s, %i', async (url, status, cache, encoding) => {
  await writeFile(path.join(webDir, 'assets/a.js'), 'let a')
  await writeFile(path.join(webDir, 'assets/a.js.br'), 'squeezed')
  const { statusCode, headers } = await w.app.inject({
    url,
    headers: { host: 'escola.example', 'x-forwarded-proto': 'https', 'accept-encoding': 'gzip, br' },
    remoteAddress: '10.0.0.1',
  })
  expect([statusCode, headers['cache-control'], headers['content-encoding']]).toEqual([status, cache, encoding])
})

it.each([
  ['escola.example', '/', 'max-age=31536000; includeSubDomains'],
  ['ESCOLA.example:443', '/assets/a.js', 'max-age=31536000; includeSubDomains'],
  ['cursos.mar.example', '/', 'max-age=604800'],
  ['mar.example', '/assets/a.js', 'max-age=604800'],
  ['mar.example', '/api/%', 'max-age=604800'],
])('asks %s to be found by https alone, and no name below a school’s own: %s', async (host, url, rule) => {
  const headers = { host, 'x-forwarded-proto': 'https' }
  const answer = await w.app.inject({ url, remoteAddress: '10.0.0.1', headers })
  expect(answer.headers['strict-transport-security']).toBe(rule)
})

it.each([
  ['production', undefined, 404],
  ['production', 'open', 200],
  ['development', undefined, 200],
  ['development', 'closed', 404],
])('shows the documentation in %s, configured %s: %i', async (environment, configured, status) => {
  const { showsDocs } = readConfig({ ...needed, NODE_ENV: environment, API_DOCS: configured })
  const app = await buildApp({ ...w.config, showsDocs })
  const headers = { host: 'escola.example' }
  for (const url of ['/api/docs', '/api/docs/json', '/api/docs/yaml'])
    expect([url, (await app.http.inject({ url, headers })).statusCode]).toEqual([url, status])
  await app.close()
})

const needed = {
  DATABASE_URL: 'postgres://x@127.0.0.1/x',
  ESCOLA_SECRET: 'x'.repeat(32),
  SMTP_URL: 'smtp://127.0.0.1',
}

describe('plain HTTP', () => {
  const ask = (url: string, headers: Record<string, string> = {}, remoteAddress = '10.0.0.1') =>
    w.app.inject({ method: 'POST', url, remoteAddress, headers: { host: 'escola.example', ...headers } })
  const plain = { 'x-forwarded-proto': 'http' }

  it.each([
    ['/mar/alunos?page=2', 'escola.example', 'https://escola.example/mar/alunos?page=2'],
    ['/api/context', 'escola.example', 'https://escola.example/api/context'],
    ['/', 'cursos.mar.example', 'https://cursos.mar.example/'],
    ['/', 'cursos.mar.example:80', 'https://cursos.mar.example/'],
    ['//mal.example/', 'escola.example', 'https://escola.example//mal.example/'],
    ['/', 'mal.example/x?', 'https://escola.example/'],
  ])('is led to https, with its path and its method: %s of %s', async (url, host, address) => {
    const { statusCode, headers } = await ask(url, { ...plain, host })
    expect([statusCode, headers.location]).toEqual([308, address])
  })

  it.each(['/healthz', '/readyz', '/metrics', '/.well-known/acme-challenge/um-desafio'])('stays at %s', async (url) => {
    const { statusCode } = await w.app.inject({
      method: 'GET',
      url,
      remoteAddress: '10.0.0.1',
      headers: { ...plain, host: 'x' },
    })
    expect(statusCode).not.toBe(308)
  })

  it('is what a trusted proxy says that it is, and no other caller', async () => {
    expect((await ask('/mar', { 'x-forwarded-proto': 'https' })).statusCode).not.toBe(308)
    expect((await ask('/mar')).statusCode).not.toBe(308)
    expect((await ask('/mar', { 'x-forwarded-proto': 'https' }, '203.0.113.9')).statusCode).not.toBe(308)
  })

  it.each([{ trustProxy: false as const }, { publicUrl: 'http://escola.example' }])(
    'stays where nothing can be known, or no https is: %o',
    async (change) => {
      const app = await buildApp({ ...w.config, ...change })
      const { statusCode } = await app.http.inject({ url: '/mar', headers: { host: 'escola.example', ...plain } })
      await app.close()
      expect(statusCode).not.toBe(308)
    },
  )
})

describe('what an installation tells its pages', () => {
  const pageOf = async (change: Partial<World['config']> = {}) => {
    const app = await buildApp({ ...w.config, trustProxy: false, ...change })
    const { body, headers } = await app.http.inject({ url: '/', headers: { host: 'escola.example' } })
    await app.close()
    return { body, policy: String(headers['content-security-policy']) }
  }

  it('is data in the page, and opens its security policy to those origins alone', async () => {
    const { body, policy } = await pageOf()
    expect(body).toContain(`<meta name="escola:error-reporter" content="${dsn}" />`)
    expect(body).toContain(`<meta name="escola:chat" content="${chat.replace('&', '&amp;')}" />`)
    expect(policy).toContain("connect-src 'self' https://erros.example https://chat.example wss://chat.example;")
    expect(policy).toContain("script-src 'self' https://chat.example;")
  })

  it('is nothing where nothing is configured', async () => {
    const { body, policy } = await pageOf({ errorReportUrl: undefined, chatWidgetUrl: undefined })
    expect(body).not.toContain('escola:')
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("connect-src 'self';")
  })

  it('has reports of failures in production alone', async () => {
    const { body, policy } = await pageOf({ production: false })
    expect(body).not.toContain('error-reporter')
    expect(policy).not.toContain('erros.example')
  })
})

describe('an academy', () => {
  const academyUrlOf = async (as: { token: string } | undefined, schoolId: string) =>
    (
      await w.call(schools.context, {
        ...(as ? { as } : {}),
        query: { domain: 'escola.example', pathname: `/escola/${schoolId}` },
      })
    ).body.academyUrl
  const makeAcademy = async () => {
    const school = await w.makeSchool('Academia')
    await w.database.withPlatform((db) =>
      db.updateTable('schools').set({ is_academy: true }).where('id', '=', school.id).execute(),
    )
    return school
  }

  it.each([
    ['academy-admin', 'https://mib.example/app?auth='],
    ['academy', 'https://skinner.example/?auth='],
    ['student', 'https://hero.example/?lang=pt&auth='],
    // No such program is configured.
    ['teacher', null],
  ])('sends a caller who is %s to %s', async (role, address) => {
    const school = await makeAcademy()
    expect(await academyUrlOf(await w.makePlatformPerson(role), school.id)).toBe(address)
  })

  it('keeps visitors, and administrators of the platform who look at it', async () => {
    const school = await makeAcademy()
    expect(await academyUrlOf(undefined, school.id)).toBeNull()
    expect(await academyUrlOf(await w.makePlatformPerson(), school.id)).toBeNull()
    expect(await academyUrlOf(school.student, school.id)).toContain('hero.example')
    expect(await academyUrlOf(school.admin, school.id)).toBe('https://mib.example/app?auth=')
    expect(await academyUrlOf(w.northside.student, w.northside.id)).toBeNull()
  })

  it('sends its administrators who are the platform’s to theirs', async () => {
    const school = await makeAcademy()
    await w.database.withPlatform((db) =>
      db.updateTable('users').set({ platform_role: 'admin' }).where('id', '=', school.admin.userId).execute(),
    )
    await w.addFactor(school.admin.userId)
    expect(await academyUrlOf(school.admin, school.id)).toBe('https://skinner.example/?auth=')
  })
})

it.each([
  ['ERROR_REPORT_URL', 'https://erros.example/7'],
  ['ERROR_REPORT_URL', 'erros'],
  ['CHAT_WIDGET_URL', 'http://chat.example/widget.js'],
  ['ACADEMY_HERO_URL', 'javascript:alert(1)'],
  ['ACADEMY_MIB_URL', 'http://mib.example'],
  ['ACADEMY_XAVIER_URL', 'https://xavier.example/#/entrar'],
  ['VIDEO_MAX_BYTES', '1 GB'],
  ['VIDEO_MAX_BYTES', '0'],
  ['VIDEO_MAX_BYTES', '1.5'],
  ['VIDEO_MAX_BYTES', '52428800001'],
])('does not start with %s=%s', (name, value) => {
  const start = () => readConfig({ ...needed, [name]: value })
  expect(start).toThrow(new RegExp(`^The environment is not complete:\n- ${name} must be [^\n]+$`))
})
