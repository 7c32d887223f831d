import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { schools } from '@escola/contract/schools.contract'
import { beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { type World, world } from '../../testing/world.ts'

const webDir = path.join(tmpdir(), `escola-web-${process.pid}`)
const script = 'document.title'
const html = `<!doctype html><head><!-- about --><title>Escola</title><!-- /about --><script>${script}</script></head><body><!-- styles -->${'x'.repeat(2000)}</body>`
const heads = [
  {
    path: '/c/$link',
    head: '<link rel="modulepreload" href="/assets/course.js">',
    styles: '<link rel="stylesheet" href="/assets/course.css">',
  },
  { path: '/c/$link/$classLink', head: '<link rel="modulepreload" href="/assets/lesson.js">', styles: '' },
]
const nowhere = 'postgresql://nobody:x@127.0.0.1:1/none'
const attack = '</title><script>alert("1")</script>'

let w: World
let base: string
beforeAll(async () => {
  await mkdir(path.join(webDir, 'assets'), { recursive: true })
  await writeFile(path.join(webDir, 'index.html'), html)
  await writeFile(path.join(webDir, 'assets/course.js'), script)
  await writeFile(path.join(webDir, 'page-heads.json'), JSON.stringify(heads))
  w = await world({ WEB_DIR: webDir, PUBLIC_URL: 'https://escola.example' })
  base = `/escola/${w.northside.id}`
})

/** A page as a visitor gets it. */
const get = (url: string, headers: Record<string, string> = {}) =>
  w.app.inject({ method: 'GET', url, headers: { host: 'escola.example', ...headers } })

/** Texts in the head of a page, by the name of each tag. */
async function tagsOf(url: string): Promise<Record<string, string>> {
  const { body } = await get(url)
  const tags = [...body.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)]
  return {
    title: /<title>(.*?)<\/title>/s.exec(body)![1]!,
    ...Object.fromEntries(tags.map(([, key, text]) => [key, text])),
  }
}

/** A school of a test's own: what an address names is cached for a second. */
async function makeSchool(values: {
  name?: string
  is_private?: boolean
  is_blocked?: boolean
  logo_square_key?: string
  gallery_sentence?: string
  google_analytics_code?: string
  facebook_pixel?: string
  domain?: string
  use_own_domain?: boolean
  is_domain_broken?: boolean
}) {
  const school = await w.makeSchool('Temporária')
  await w.database.withPlatform((db) =>
    db
      .updateTable('schools')
      .set({ name: 'Temporária', ...values })
      .where('id', '=', school.id)
      .execute(),
  )
  return { ...school, base: `/escola/${school.id}` }
}

it('says of a school what it is called, in its colour, and shows its picture', async () => {
  const school = await makeSchool({ name: 'Ateliê do Pão', logo_square_key: '0b0ff7a8-6f4b-4b5b-9d0e-5f1f0a0e2c11' })
  expect(await tagsOf(school.base)).toMatchObject({
    title: 'Ateliê do Pão',
    description: expect.stringContaining('Ateliê do Pão'),
    'theme-color': '#722f7c',
    'og:title': 'Ateliê do Pão',
    'og:url': `https://escola.example${school.base}`,
    'og:image': `https://escola.example/api/school/${school.id}/image/0b0ff7a8-6f4b-4b5b-9d0e-5f1f0a0e2c11?w=1200`,
    'twitter:card': 'summary',
  })
})

it('describes a school by its own sentence, unless its courses are for its own people alone', async () => {
  const gallery_sentence = 'Pão de verdade, feito em casa.'
  const open = await makeSchool({ gallery_sentence })
  expect((await tagsOf(open.base))['og:description']).toBe(gallery_sentence)
  const closed = await makeSchool({ gallery_sentence, is_private: true })
  expect((await get(closed.base)).body).not.toContain(gallery_sentence)
})

it.each([
  ['termos-e-condicoes', 'Termos e Condições'],
  ['politica-de-privacidade', 'Política de Privacidade'],
  ['sobre', 'Sobre'],
  ['contato', 'Contato'],
])('says of %s what it is, and whose', async (page, title) => {
  expect(await tagsOf(`${base}/${page}`)).toMatchObject({
    title: `${title} · Northside`,
    description: expect.stringContaining('Northside'),
  })
  expect((await tagsOf(`${base}/${page}/mais`)).title).toBe('Northside')
})

it('says of a course of a public school what its visitors see', async () => {
  const cover_key = '7d5c2d1e-6f4b-4b5b-9d0e-5f1f0a0e2c11'
  const course = await w.northside.make.course({ title: 'Pão de queijo', modules: [2, 1], cover_key })
  expect(await tagsOf(`${base}/c/${course.link}`)).toMatchObject({
    title: 'Pão de queijo · Northside',
    description: 'Um curso de Northside, com 3 aulas para fazer no seu ritmo.',
    'og:image': `https://escola.example/api/school/${w.northside.id}/image/${cover_key}?w=1200`,
    'twitter:card': 'summary_large_image',
  })
})

it.each([
  ['Do fermento ao forno', 'Do fermento ao forno. Um curso de Northside, com 1 aula para fazer no seu ritmo.'],
  ['Quer assar em casa?', 'Quer assar em casa? Um curso de Northside, com 1 aula para fazer no seu ritmo.'],
])('begins with what a course promises: %s', async (description_title, description) => {
  const course = await w.northside.make.course({ title: 'Pão', modules: [1], description_title })
  expect(await tagsOf(`${base}/c/${course.link}`)).toMatchObject({ description, 'og:description': description })
})

it('says nothing of a course that visitors do not see', async () => {
  const hidden = await makeSchool({ name: 'Fechada', is_private: true })
  const blocked = await makeSchool({ name: 'Parada', is_blocked: true })
  const pages = [
    [base, await w.northside.make.course({ title: 'Segredo', published: false })],
    [base, await w.northside.make.course({ title: 'Segredo', is_private: true })],
    [base, await w.northside.make.course({ title: 'Segredo', is_visible: false })],
    [base, await w.riverside.make.course({ title: 'Segredo' })],
    [hidden.base, await hidden.make.course({ title: 'Segredo' })],
    [blocked.base, await blocked.make.course({ title: 'Segredo' })],
  ] as const
  for (const [school, { link }] of pages) {
    const { body } = await get(`${school}/c/${link}`)
    expect(body).not.toContain('Segredo')
  }
})

it('says of a certificate what its page proves, and asks search engines to leave it out', async () => {
  const course = await w.northside.make.course({ title: 'Massas' })
  const certificate = await w.northside.make.certificate(course, w.northside.student)
  expect(await tagsOf(`${base}/v/${certificate.code.toLowerCase()}`)).toMatchObject({
    title: `Certificado de ${w.northside.student.name}`,
    description: expect.stringContaining(course.title),
    robots: 'noindex',
    'og:image': `https://escola.example/api/school/${w.northside.id}/certificate/${certificate.code}/picture`,
    'twitter:card': 'summary_large_image',
  })
  const elsewhere = await get(`/escola/${w.riverside.id}/v/${certificate.code}`)
  expect(elsewhere.body).not.toContain(w.northside.student.name)
})

it('shows the picture of a certificate no more once it is revoked', async () => {
  const course = await w.northside.make.course({ title: 'Roscas' })
  const { code, record_id } = await w.northside.make.certificate(course, w.northside.student)
  const revoked = { utc_revoked_on: new Date(), revoked_why: 'Engano' }
  await w.northside.tx((db) => db.updateTable('certificate_records').set(revoked).where('id', '=', record_id).execute())
  expect(await tagsOf(`${base}/v/${code}`)).toMatchObject({
    description: expect.stringContaining('foi revogado'),
    'og:image': 'https://escola.example/assets/icon-512-1.png',
    'twitter:card': 'summary',
  })
})

it('gives tab and phone the square logo of the school, or else the mark of the product', async () => {
  const logo_square_key = '0c0ff7a8-6f4b-4b5b-9d0e-5f1f0a0e2c11'
  const school = await makeSchool({ logo_square_key })
  const logo = `/api/school/${school.id}/image/${logo_square_key}`
  const { body } = await get(school.base)
  expect(body).toContain(`<link rel="icon" href="${logo}?w=128" />`)
  expect(body).toContain(`<link rel="apple-touch-icon" href="${logo}?w=480" />`)
  const iconsOf = async (at: string) => (await get(`${at}/manifest.webmanifest`)).json().icons
  expect(await iconsOf(school.base)).toContainEqual({ src: `${logo}?w=480`, sizes: '480x480', type: 'image/webp' })
  expect((await get(base)).body).toContain('<link rel="icon" href="/assets/icon-1.svg" />')
  expect((await iconsOf(base))[0].src).toBe('/assets/icon-1.svg')
})

it('says nothing of the person of a profile, and asks search engines to leave it out', async () => {
  const tags = await tagsOf(`${base}/p/ana-souza`)
  expect(tags).toMatchObject({ title: 'Northside', robots: 'noindex' })
})

it('lets no name out of its tag', async () => {
  const school = await makeSchool({ name: attack })
  const course = await school.make.course({ title: attack })
  for (const url of [school.base, `${school.base}/c/${course.link}`, `${school.base}/c/%3Cscript%3E`]) {
    const { body } = await get(url)
    expect(body.match(/<script>.*?<\/script>/gs)).toEqual([`<script>${script}</script>`])
    expect(body).toContain('&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;')
  }
})

it.each(['/nao-existe', '/escola/999999/c/x', '//mal.example/c/x'])(
  'says what the product is where there is no school: %s',
  async (url) => {
    expect((await get(url)).body).toContain('<title>Escola</title>')
  },
)

it('names the files of the page that was asked for, wherever its school is reached', async () => {
  const { namespace } = await w.database.withPlatform((db) =>
    db.selectFrom('schools').select('namespace').where('id', '=', w.northside.id).executeTakeFirstOrThrow(),
  )
  for (const school of [base, `/${namespace}`]) {
    const { body } = await get(`${school}/c/massas`)
    expect(body).toContain(`${heads[0]!.head}</head>`)
    expect(body).toContain(`<body>${heads[0]!.styles}x`)
    expect((await get(`${school}/c/massas/aula-1?student=1`)).body).toContain(`${heads[1]!.head}</head>`)
    expect((await get(`${school}/c/massas/aula-1/outra`)).body).not.toContain('modulepreload')
  }
  // A domain that no school has is answered as if it were a school's.
  expect((await get('/c/massas', { host: 'curso.example' })).body).toContain(heads[0]!.head)
})

it('gives each school a manifest, and search engines their rules', async () => {
  const { body } = await get(base)
  const address = /<link rel="manifest" href="([^"]+)"/.exec(body)![1]!
  const manifest = await get(address)
  expect(manifest.headers['content-type']).toContain('application/manifest+json')
  expect(manifest.json()).toMatchObject({ name: 'Northside', start_url: `${base}/`, scope: `${base}/` })
  expect((await get('/manifest.webmanifest')).json()).toMatchObject({ name: 'Escola', start_url: '/' })
  expect((await get('/robots.txt')).body).toMatch(/^User-agent: \*\n/)
})

it('allows the script that stands in the page, and no other', async () => {
  const policy = String((await get(base)).headers['content-security-policy'])
  const hash = createHash('sha256').update(script).digest('base64')
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
})

it('gives files few words on the way, and a policy that would hold for a program of its own', async () => {
  const { headers } = await get('/assets/course.js')
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'self'; object-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  })
  expect(headers).not.toHaveProperty('referrer-policy')
  expect((await get('/assets/missing.js')).statusCode).toBe(404)
})

it('lets the services in by which a school counts its visitors, on its own pages alone', async () => {
  const policyOf = async (values: Parameters<typeof makeSchool>[0]) =>
    String((await get((await makeSchool(values)).base)).headers['content-security-policy'])
  const plain = String((await get('/')).headers['content-security-policy'])
  expect(plain).not.toMatch(/google|facebook/)
  expect(await policyOf({})).toBe(plain)
  const google = await policyOf({ google_analytics_code: 'G-ABC123' })
  expect(google).toMatch(/script-src https:\/\/www\.googletagmanager\.com 'self'/)
  expect(google).not.toContain('facebook')
  const both = await policyOf({ google_analytics_code: 'G-ABC123', facebook_pixel: '1234567890' })
  expect(both).toMatch(/connect-src https:\/\/www\.facebook\.com [^;]*google-analytics\.com/)
  expect(both).toContain("object-src 'none'")
  expect(both.match(/unsafe-inline|unsafe-eval/g)).toEqual(plain.match(/unsafe-inline|unsafe-eval/g))
})

it('leads from the old name of a school to the same page under the new one', async () => {
  const school = await w.makeSchool('Mudada')
  const { body } = await w.call(schools.update, {
    as: school.admin,
    body: { link: 'novo-nome', use_own_domain: false },
  })
  expect(body.school.base_path).toBe('/novo-nome')
  const { namespace } = await w.database.withPlatform((db) =>
    db.selectFrom('former_namespaces').where('school_id', '=', school.id).select('namespace').executeTakeFirstOrThrow(),
  )
  const moved = await get(`/${namespace}/c/massas?student=1`)
  expect([moved.statusCode, moved.headers.location]).toEqual([302, '/novo-nome/c/massas?student=1'])
  expect((await get('/novo-nome/c/massas')).statusCode).toBe(200)
  expect((await get('/nunca-existiu/c/massas')).statusCode).toBe(200)
})

it('calls each page by its address on the domain of the school, while that leads here', async () => {
  const domain = 'cursos.temporaria.example'
  const school = await makeSchool({ domain, use_own_domain: true })
  expect(await tagsOf(`${school.base}/c/massas`)).toMatchObject({ 'og:url': `https://${domain}/c/massas` })
  const preview = await get('/c/massas', { host: domain })
  expect(preview.body).toContain(`<meta property="og:url" content="https://${domain}/c/massas" />`)
  const broken = await makeSchool({ domain: 'quebrado.example', use_own_domain: true, is_domain_broken: true })
  const { namespace } = await w.database.withPlatform((db) =>
    db.selectFrom('schools').select('namespace').where('id', '=', broken.id).executeTakeFirstOrThrow(),
  )
  const visited = await get('/c/massas', { host: 'quebrado.example' })
  expect(visited.body).toContain(`content="https://escola.example/${namespace}/c/massas"`)
})

it('compresses pages and longer answers for those who can read them', async () => {
  const plain = await get(base)
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.headers.vary).toContain('accept-encoding')
  const small = await get(base, { 'accept-encoding': 'gzip, deflate, br' })
  expect(small.headers['content-encoding']).toBe('br')
  expect(Number(small.headers['content-length'])).toBe(small.rawPayload.length)
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body)
  const zipped = await get('/api/docs/json', { 'accept-encoding': 'gzip' })
  expect(JSON.parse(gunzipSync(zipped.rawPayload).toString())).toMatchObject({ openapi: '3.1.0' })
  const tiny = await get('/robots.txt', { 'accept-encoding': 'br' })
  expect(tiny.headers['content-encoding']).toBeUndefined()
})

it('hands out the plain page while the database is away', async () => {
  const away = await buildApp({ ...w.config, database: { app: nowhere, platform: nowhere, queue: nowhere } })
  try {
    const { statusCode, body } = await away.http.inject({ method: 'GET', url: `${base}/c/massas` })
    expect(statusCode).toBe(200)
    expect(body).toContain('<title>Escola</title>')
    expect(body).toContain(heads[0]!.head)
  } finally {
    await away.close()
  }
})
