import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { coursePages } from '@escola/contract/course-pages.contract'
import { beforeAll, expect, it } from 'vitest'
import { type World, world } from '../../testing/world.ts'

const webDir = path.join(tmpdir(), `escola-course-pages-${process.pid}`)

let w: World
beforeAll(async () => {
  await mkdir(path.join(webDir, 'assets'), { recursive: true })
  await writeFile(
    path.join(webDir, 'index.html'),
    '<!doctype html><head><!-- about --><title>Escola</title><!-- /about --></head>',
  )
  w = await world({ WEB_DIR: webDir, PUBLIC_URL: 'https://escola.example' })
})

const read = (url: string) => w.app.inject({ method: 'GET', url, headers: { host: 'escola.example' } })

/** A word that stands in one place of the database alone. */
const mark = 'SEGREDO'

/** Makes an open course whose every value that is not for visitors has the mark, and returns its address. */
async function makeMarked() {
  const school = await w.makeSchool('Marcada')
  const { make, tx } = school
  const course = await make.course({
    title: 'Pão aberto',
    modules: [4, 1, 1],
    description_title: 'Do fermento ao forno',
    description: `<p>Faça <a href="https://vimeo.example/${mark}-link">pão</a></p>`,
    draft: JSON.stringify({
      title: `${mark}-draft`,
      description: `<p>${mark}</p>`,
      landing_page_url: `${mark}.example`,
    }),
  })
  const [shown, hidden, closed, unpublished, behind] = course.lessons
  const secret = {
    description: `<p>${mark}-lesson</p>`,
    main_media_url: `https://vimeo.com/${mark}`,
    files: JSON.stringify([
      { id: '7', title: `${mark}-file`, filename: `${mark}.pdf`, type: 'application/pdf', size: 1 },
    ]),
    external_links: JSON.stringify([{ id: '1', title: `${mark}-link`, link: `https://${mark}.example` }]),
    draft: JSON.stringify({ title: `${mark}-lesson-draft` }),
  }
  await tx(async (db) => {
    const change = (id: string, values: Record<string, unknown>) =>
      db.updateTable('lessons').set(values).where('id', '=', id).execute()
    await change(shown!.id, { ...secret, main_media_duration: 65 })
    await change(hidden!.id, { title: `${mark}-hidden`, is_visible: false })
    await change(closed!.id, { title: `${mark}-private`, is_private: true })
    await change(unpublished!.id, { title: `${mark}-unpublished`, utc_published_on: null })
    // A module of private lessons alone is none to a visitor; the last one has left the published order.
    await change(behind!.id, { is_private: true })
    await db
      .updateTable('modules')
      .set({ title: `${mark}-module` })
      .where('id', 'in', course.module_order.slice(1))
      .execute()
    await db
      .updateTable('modules')
      .set({ draft: JSON.stringify({ title: `${mark}-module-draft` }) })
      .where('id', '=', course.module_order[0]!)
      .execute()
    await db
      .updateTable('courses')
      .set({ module_order: course.module_order.slice(0, 2) })
      .where('id', '=', course.id)
      .execute()
  })
  for (const columns of [{ published: false }, { is_private: true }, { is_visible: false }]) {
    const { link } = await make.course({ title: `${mark} fechado`, ...columns })
    await w.call(coursePages.save, { as: school.admin, params: { link }, body: { is_open: true } })
  }
  await make.course({ title: `${mark} sem página` })
  const body = { is_open: true, teacher: 'Helena Duarte' }
  await w.call(coursePages.save, { as: school.admin, params: { link: course.link }, body })
  return { id: school.id, link: course.link, base: `/escola/${school.id}` }
}

it('lets no draft, private lesson, hidden module, file or media out by the page, its answer or the sitemap', async () => {
  const { id, link, base } = await makeMarked()
  const { namespace } = await w.database.withPlatform((db) =>
    db.selectFrom('schools').select('namespace').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  const page = await read(`${base}/conheca/${link}`)
  const answer = await read(`/api/school/${id}/course-page/${link}`)
  const sitemap = await read(`${base}/sitemap.xml`)
  expect(page.body).toContain('Pão aberto')
  expect(answer.json().page.modules).toEqual([
    { title: 'Módulo 1', content: [{ title: 'Aula 1.1', main_media_duration: 65 }] },
  ])
  expect(answer.json().page.description).toBe('<p>Faça pão</p>')
  expect([sitemap.headers['content-type'], sitemap.body.match(/<loc>.*?<\/loc>/g)]).toEqual([
    'application/xml',
    [
      `<loc>https://escola.example/${namespace}/</loc>`,
      `<loc>https://escola.example/${namespace}/conheca/${link}</loc>`,
    ],
  ])
  for (const { body, headers } of [page, answer, sitemap])
    expect(`${JSON.stringify(headers)}${body}`.toLowerCase()).not.toContain(mark.toLowerCase())
})

it('gives search engines the open page, at its one address, and asks them to leave the others out', async () => {
  const { id, link, base } = await makeMarked()
  const { namespace } = await w.database.withPlatform((db) =>
    db.selectFrom('schools').select('namespace').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  const { body } = await read(`${base}/conheca/${link}`)
  const url = `https://escola.example/${namespace}/conheca/${link}`
  expect(body).toContain(`<link rel="canonical" href="${url}" />`)
  expect(body).toContain(`<meta property="og:url" content="${url}" />`)
  expect(body).toContain('<meta property="og:title" content="Pão aberto · Marcada" />')
  expect(JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body)![1]!)).toMatchObject({
    '@type': 'Course',
    name: 'Pão aberto',
    url,
    provider: { name: 'Marcada' },
    hasCourseInstance: { instructor: { name: 'Helena Duarte' } },
  })
  // The gallery is listed where the sitemap says it is, whichever way its school was opened.
  expect((await read(base)).body).toContain(`<link rel="canonical" href="https://escola.example/${namespace}/" />`)
  const isListed = async (place: string) => !(await read(base + place)).body.includes('content="noindex"')
  const listed = ['', '/', `/conheca/${link}`, '/termos-e-condicoes', '/politica-de-privacidade']
  const left = [
    `/c/${link}`,
    `/conheca/nenhum`,
    '/conheca',
    '/login',
    '/cadastro',
    '/sobre',
    '/contato',
    '/cursos',
    '/p/ana',
  ]
  expect(await Promise.all([...listed, ...left].map(isListed))).toEqual([
    ...listed.map(() => true),
    ...left.map(() => false),
  ])
})

it('ends no tag early, whatever a course and its teacher are called', async () => {
  const school = await w.makeSchool('Ataque')
  const attack = '</script><script>alert(1)</script>'
  const { link } = await school.make.course({ title: attack })
  await w.call(coursePages.save, { as: school.admin, params: { link }, body: { is_open: true, teacher: attack } })
  const { body } = await read(`/escola/${school.id}/conheca/${link}`)
  expect(body.match(/<script/g)).toHaveLength(1)
})

it('has no sitemap where a school is closed or there is none', async () => {
  const school = await w.makeSchool('Fechada')
  await w.database.withPlatform((db) =>
    db.updateTable('schools').set({ is_private: true }).where('id', '=', school.id).execute(),
  )
  expect((await read(`/escola/${school.id}/sitemap.xml`)).statusCode).toBe(404)
  expect((await read('/sitemap.xml')).statusCode).toBe(404)
})

it('leads from the name that the pages took to the school that had it', async () => {
  const school = await w.makeSchool('Conheça')
  await w.database.withPlatform(async (db) => {
    await db.updateTable('schools').set({ namespace: 'conheca-2' }).where('id', '=', school.id).execute()
    const former = { namespace: 'conheca', school_id: school.id, utc_released_on: new Date() }
    await db.insertInto('former_namespaces').values(former).execute()
  })
  const moved = await read('/conheca/c/pao?x=1')
  expect([moved.statusCode, moved.headers.location]).toEqual([302, '/conheca-2/c/pao?x=1'])
  expect((await read('/conheca')).headers.location).toBe('/conheca-2')
})
