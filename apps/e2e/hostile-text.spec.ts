import { courses } from '@escola/contract/courses.contract'
import { hostileRichText } from '@escola/contract/hostile-rich-text.testing'
import { lessons } from '@escola/contract/lessons.contract'
import { limits } from '@escola/contract/limits'
import { pages } from '@escola/contract/pages.contract'
import { profiles } from '@escola/contract/profiles.contract'
import { schools } from '@escola/contract/schools.contract'
import { threads } from '@escola/contract/threads.contract'
import { expect, type Page } from '@playwright/test'
import { callsOf } from './api.ts'
import { makeSchool } from './school.ts'
import { quiet, test } from './visitor.ts'

/**
 * Nothing of a hostile text runs, wherever it is written or read: neither as our server kept it, nor as a server would hand it out
 * unchanged. The policy that would refuse scripts is switched off, because it must not be needed.
 */
let school: Awaited<ReturnType<typeof makeSchool>>
let student: { token: string; link: string }
test.beforeAll(async () => {
  school = await makeSchool()
  const token = await school.makeStudent('Ana Paula Prado')
  const { user } = await callsOf(token)(schools.context, { query: { pathname: school.base } })
  student = { token, link: user!.link }
})

/** The separator closes whatever the text before it left open. */
const between =
  '"\'>--></script></style></textarea></title></xmp></noscript></noembed></noframes></iframe></template></select></svg></math>'
// Texts that swallow the rest of their page come last, and each is a question of its own.
const swallows = (text: string) => /<plaintext|<frameset/.test(text)
const ordered = hostileRichText.toSorted((a, b) => Number(swallows(a)) - Number(swallows(b)))
const whole = ['<p>Começo</p>', ...ordered].join(between)

/** Each question holds as many texts as a message may be long. */
const questions = ['']
for (const text of ordered) {
  const longer = `${questions.at(-1)}${between}${text}`
  if (longer.length <= limits.threadMessageMax) questions[questions.length - 1] = longer
  else questions.push(text)
}

/** Collects what ran, asked for something or led away. */
async function watch(page: Page) {
  const findings: string[] = []
  const context = page.context()
  await context.exposeBinding(
    'reportHostile',
    ({ page }, what: string) => void findings.push(`${what} at ${page.url()}`),
  )
  await context.addInitScript(() => {
    const { reportHostile } = window as unknown as { reportHostile: (what: string) => void }
    Object.assign(window, { alert: () => reportHostile('alert') })
  })
  // The browser finds no such host, see playwright.config.ts; a route would switch its cache off, as it says there.
  context.on('request', (request) => {
    if (request.url().includes('evil.example')) findings.push(`${request.url()} asked by ${page.url()}`)
  })
  page.on('dialog', async (dialog) => {
    findings.push(`dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  return findings
}

/** Places where texts are read and written; each counts as seen once it shows the text. */
const places = {
  'a lesson, read': async (page: Page) => {
    await page.goto(school.lesson)
    await expect(page.getByText('Começo').first()).toBeVisible()
  },
  'its questions': async (page: Page) => {
    await page.goto(school.lesson)
    // Questions come once their place is in view, and a window behind another one may not be drawn.
    await page.bringToFront()
    await expect(async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      await expect(page.getByRole('article').first()).toBeAttached({ timeout: 1000 })
    }).toPass()
  },
  'a page, read': async (page: Page) => {
    await page.goto(`${school.base}/sobre`)
    await expect(page.getByText('Começo').first()).toBeVisible()
  },
  'a profile': async (page: Page) => {
    await page.goto(`${school.base}/p/${student.link}`)
    await expect(page.getByText('Começo').first()).toBeVisible()
    await page.getByRole('button', { name: 'Editar descrição' }).click()
    await expect(page.getByRole('textbox', { name: 'Descrição' })).toContainText('Começo')
  },
  'a lesson, written': async (page: Page) => {
    await page.goto(school.lesson)
    await expect(page.getByRole('textbox', { name: 'Descrição', exact: true })).toContainText('Começo')
  },
  'a page, written': async (page: Page) => {
    await page.goto(`${school.base}/sobre`)
    await expect(page.getByRole('textbox', { name: /^Texto de/ })).toContainText('Começo')
  },
}
const visit = async (page: Page, names: (keyof typeof places)[], findings: string[]) => {
  for (const name of names) {
    await test.step(name, async () => {
      await places[name](page)
      await quiet(page)
      expect.soft(findings.splice(0), name).toEqual([])
    })
  }
}

test('no script in a stored text runs', async ({ open }) => {
  const reader = await open({ bypassCSP: true }, student.token)
  const author = await open({ bypassCSP: true }, school.ownerToken)
  const findings = { reader: await watch(reader), author: await watch(author) }
  const owner = callsOf(school.ownerToken)
  const asker = callsOf(student.token)
  const { schoolId, degree } = school
  const contentLink = school.lesson.split('/').at(-1)!
  const inLesson = { schoolId, courseLink: degree.link, lessonLink: contentLink }
  const query = { degreeLink: degree.link }
  const { content } = await owner(lessons.get, { params: inLesson })
  const body = { id: content.id, degree_id: degree.id, version: content.version, description: whole }
  await owner(lessons.save, { params: inLesson, body })
  await owner(courses.publish, { params: { schoolId, link: degree.link }, body: { id: degree.id } })
  await owner(pages.save, { params: { schoolId, page: 'sobre' }, body: { html: whole } })
  const profile_description = whole.slice(0, 5000)
  await asker(profiles.saveDescription, { params: { schoolId }, body: { profile_description } })
  await visit(reader, ['a lesson, read', 'a page, read', 'a profile'], findings.reader)
  await visit(author, ['a lesson, written', 'a page, written'], findings.author)
  for (const message of questions) {
    const posted = await asker(threads.ask, { params: { schoolId, contentLink }, query, body: { message } })
    const threadId = posted.threads[0]!.id
    await owner(threads.reply, { params: { schoolId, contentLink, threadId }, query, body: { message } })
  }
  await visit(reader, ['its questions'], findings.reader)
})

test('no script runs although a server sends hostile texts unsanitised', async ({ open }) => {
  const reader = await open({ bypassCSP: true }, student.token)
  const author = await open({ bypassCSP: true }, school.ownerToken)
  const findings = { reader: await watch(reader), author: await watch(author) }
  const toComment = (message: string, at: number) => ({
    ...{ id: `${at + 1}`, user_id: '1', user_name: 'Ana', profile_img_url: '', message },
    ...{ is_admin: true, utc_created_on: '2026-01-01T00:00:00.000Z', is_answered: true, subthreads: [] as object[] },
    ...{ content_link: '', content_title: '', degree_link: '', degree_title: '' },
  })
  const listed = hostileRichText.map((text, at) => ({ ...toComment(text, at), subthreads: [toComment(text, at)] }))
  for (const page of [reader, author]) {
    const replace = (address: RegExp, change: (answer: Record<string, Record<string, unknown>>) => unknown) =>
      page.context().route(address, async (route) => {
        const response = await route.fetch()
        const answer = await response.json()
        change(answer)
        await route.fulfill({ response, json: answer })
      })
    const describe = (answer: Record<string, Record<string, unknown>>) =>
      answer.content && Object.assign(answer.content, { description: whole })
    await replace(/\/api\/.*\/degree\/student\/[^/]+$/, describe)
    await replace(/\/api\/.*\/degree\/[^/]+\/content\/[^/]+$/, describe)
    await replace(/\/api\/.*\/content\/[^/]+\/threads(?:\?|$)/, (answer) => Object.assign(answer, { threads: listed }))
    await replace(/\/api\/.*\/html\/sobre$/, (answer) => Object.assign(answer, { html: whole }))
    await replace(/\/api\/.*\/profile\/[^/]+$/, (answer) => Object.assign(answer.user!, { profile_description: whole }))
  }
  await visit(reader, ['a lesson, read', 'a page, read', 'a profile'], findings.reader)
  await visit(author, ['a lesson, written', 'a page, written'], findings.author)
  await visit(reader, ['its questions'], findings.reader)
  await expect(reader.getByRole('article')).toHaveCount(hostileRichText.length)
})
