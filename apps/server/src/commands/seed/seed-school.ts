import { accounts } from '@escola/contract/accounts.contract'
import { categories } from '@escola/contract/categories.contract'
import { cohorts } from '@escola/contract/cohorts.contract'
import { courses } from '@escola/contract/courses.contract'
import { learning } from '@escola/contract/learning.contract'
import { lessons } from '@escola/contract/lessons.contract'
import { profiles } from '@escola/contract/profiles.contract'
import { withoutAccents } from '@escola/contract/text'
import PDFDocument from 'pdfkit'
import type { App } from '../../app.ts'
import { openSession } from '../../features/sessions/open-session.service.ts'
import { type DemoCourse, type DemoLesson, type DemoSchool, demoStudents } from './demo-content.ts'
import { drawCover } from './draw-cover.ts'
import { seedClient } from './seed-client.ts'

type Call = ReturnType<typeof seedClient>
interface Made {
  id: string
  link: string
  title: string
  published: boolean
  lessonIds: string[]
}

/** Makes one school with its courses, classes and students at every stage; returns its id. */
export async function seedSchool(app: App, demo: DemoSchool, password: string): Promise<string> {
  const { schoolId } = await seedClient(app.http)(accounts.signUpOwner, {
    body: { school_name: demo.name, user_name: demo.owner.name, email: demo.owner.email, password, disclosure: true },
  })
  await app.database.withPlatform(async (db) => {
    await db
      .updateTable('users')
      .set({ utc_email_confirmed_on: new Date() })
      .where('email', '=', demo.owner.email)
      .execute()
    await db
      .updateTable('schools')
      .set({
        ui_theme: demo.theme,
        cellphone: demo.cellphone,
        email: demo.owner.email,
        has_rank: true,
        has_notifications: true,
        has_support: true,
      })
      .where('id', '=', schoolId)
      .execute()
  })
  const owner = await callAs(app, demo.owner.email)
  await owner(profiles.update, { body: { schoolId, name: demo.owner.name, cellphone: demo.cellphone } })
  const params = { schoolId }
  const saved = await owner(categories.update, {
    params,
    body: { categories: demo.categories.map(({ title }) => ({ title, degrees: [] })) },
  })
  const made: Made[] = []
  for (const [index, category] of demo.categories.entries()) {
    for (const course of category.courses)
      made.push(await seedCourse(owner, schoolId, saved.categories[index]!.id, course))
  }
  let next = 0
  for (const cohort of demo.cohorts) {
    const { gateway } = await owner(cohorts.create, { params, body: { title: cohort.title } })
    const listed = made.filter((course) => cohort.courses !== 'all' && cohort.courses.includes(course.title))
    await owner(cohorts.update, {
      params: { ...params, id: gateway.id },
      body: { all_degrees: cohort.courses === 'all', degrees: listed.map((course) => course.id) },
    })
    const open = (cohort.courses === 'all' ? made : listed).filter((course) => course.published)
    for (let count = 0; count < cohort.students; count++) {
      const name = demoStudents[next % demoStudents.length]!
      const email = `${mailName(name)}@${demo.owner.email.split('@')[1]}`
      await owner(cohorts.addStudent, {
        params: { ...params, id: gateway.id },
        body: { name, email, cellphone: `119${String(80000000 + next * 7919).slice(0, 8)}` },
      })
      await study(await callAs(app, email), schoolId, open, next)
      next++
    }
  }
  return schoolId
}

async function seedCourse(owner: Call, schoolId: string, categoryId: string, demo: DemoCourse): Promise<Made> {
  const created = await owner(courses.save, {
    params: { schoolId, link: '0' },
    body: {
      categoryId,
      title: demo.title,
      description_title: demo.tagline,
      description: demo.description,
      workload_hours: demo.workloadMinutes,
      modules: demo.modules.map(({ title }, index) => ({ id: `new-${index}`, title, alwaysAvailable: index === 0 })),
      moduleOrder: demo.modules.map((_, index) => `new-${index}`),
    },
  })
  const { id, link } = created.degree
  await owner(courses.uploadCover, {
    params: { schoolId },
    fields: { id },
    file: { bytes: await drawCover(demo), filename: 'capa.png' },
  })
  const lessonIds: string[] = []
  for (const [index, module] of demo.modules.entries()) {
    for (const lesson of module.lessons)
      lessonIds.push(
        await seedLesson(owner, schoolId, { id, link, moduleId: created.degree.modules[index]!.id }, lesson),
      )
  }
  if (demo.published) await owner(courses.publish, { params: { schoolId, link }, body: { id } })
  if (demo.draftTitle) {
    const { degree } = await owner(courses.get, { params: { schoolId, link } })
    await owner(courses.save, {
      params: { schoolId, link },
      body: { id, version: degree.version, title: demo.draftTitle },
    })
  }
  return { id, link, title: demo.title, published: demo.published, lessonIds }
}

async function seedLesson(
  owner: Call,
  schoolId: string,
  course: { id: string; link: string; moduleId: string },
  demo: DemoLesson,
): Promise<string> {
  const files = demo.pdf
    ? [
        (
          await owner(lessons.uploadFile, {
            params: { schoolId },
            fields: {},
            file: { bytes: await drawHandout(demo.pdf), filename: `${demo.pdf}.pdf` },
          })
        ).file,
      ]
    : []
  const { content } = await owner(lessons.save, {
    params: { schoolId, courseLink: course.link, lessonLink: '0' },
    body: {
      degree_id: course.id,
      module_id: course.moduleId,
      title: demo.title,
      description: demo.text ?? '',
      main_media_url: demo.media ?? '',
      main_media_duration: (demo.minutes ?? 0) * 60,
      files: files.map(({ id, title }) => ({ id, title })),
      external_links: demo.link ? [{ id: '1', ...demo.link }] : [],
    },
  })
  return content.id
}

/** Each student is somewhere else: some have not begun, some are half way, some are done and get their certificate. */
async function study(student: Call, schoolId: string, open: Made[], number: number) {
  const shares = number === 0 ? [0.6, 1] : [[0, 0.3, 0.6, 1, 0.15][number % 5]!]
  for (const [index, share] of shares.entries()) {
    const course = open[index]
    if (!course) return
    for (const contentId of course.lessonIds.slice(0, Math.ceil(course.lessonIds.length * share))) {
      await student(learning.complete, {
        params: { schoolId },
        body: {
          contentId,
          degreeId: course.id,
          userDegree: { metadata: { content: { [contentId]: { isComplete: true } } } },
        },
      })
    }
  }
}

async function callAs(app: App, email: string): Promise<Call> {
  const person = await app.database.withPlatform((db) =>
    db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirstOrThrow(),
  )
  const { token } = await openSession(
    { userId: person.id, schoolId: null, device: '', holds: async () => undefined },
    app.sessionTools,
  )
  return seedClient(app.http, token)
}

const mailName = (name: string) => withoutAccents(name).toLowerCase().replace(/\s+/g, '.')

function drawHandout(title: string): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', info: { Title: title } })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const finished = new Promise<Buffer>((resolve) => document.on('end', () => resolve(Buffer.concat(chunks))))
  document.fontSize(26).text(title).moveDown().fontSize(12)
  for (let day = 1; day <= 7; day++)
    document.text(`Dia ${day}: hora, temperatura, cheiro, altura ______________________________`).moveDown()
  document.end()
  return finished
}
