import { limits } from '@escola/contract/limits'
import { profiles } from '@escola/contract/profiles.contract'
import { schools } from '@escola/contract/schools.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { type World, world } from '../../testing/world.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

const linkOf = async (person: Person) =>
  (
    await w.northside.tx((db) =>
      db.selectFrom('memberships').select('link').where('user_id', '=', person.userId).executeTakeFirstOrThrow(),
    )
  ).link
const open = (link: string, as?: Pick<Person, 'token'>, schoolId = w.northside.id) =>
  w.call(profiles.get, { ...(as ? { as } : {}), params: { schoolId, link } })
const save = (as: Person, profile_description: string) =>
  w.call(profiles.saveDescription, { as, body: { profile_description } })

/** Makes a student who has completed the first of these courses and begun the others. */
async function studying(courses: Awaited<ReturnType<typeof w.northside.make.course>>[]) {
  const ana = await w.northside.make.student('Ana Prado')
  await w.northside.tx(async (db) => {
    for (const [index, course] of courses.entries()) {
      const values = { user_id: ana.userId, course_id: course.id }
      await db
        .insertInto('course_progress')
        .values({ ...values, utc_started_on: new Date(), utc_completed_on: index === 0 ? new Date() : null })
        .execute()
      await db
        .insertInto('lesson_completions')
        .values({ ...values, lesson_id: course.lessons[0]!.id, utc_completed_on: new Date() })
        .execute()
    }
  })
  return { ana, link: await linkOf(ana) }
}

describe('a public profile', () => {
  it('shows what was completed and begun, the classes and the day, and no way to contact the person', async () => {
    const { make } = w.northside
    const [done, begun, opened] = [await make.course(), await make.course(), await make.course()]
    const { ana, link } = await studying([done, begun])
    await make.enrollment(await make.cohort({ title: 'Turma da noite' }), ana)
    await w.northside.tx((db) =>
      db
        .insertInto('course_progress')
        .values({ user_id: ana.userId, course_id: opened.id, utc_started_on: new Date() })
        .execute(),
    )
    await w.call(profiles.update, {
      as: ana,
      body: { name: 'Ana Prado', cpf: '12345678909', cellphone: '11912345678' },
    })
    const { status, body } = await open(link)
    expect(status).toBe(200)
    const degree = (course: typeof done, has_complete: boolean) => ({
      id: course.id,
      degree_id: course.id,
      title: course.title,
      degree_link: course.link,
      img_wide_url: '',
      has_complete,
      school_id: w.northside.id,
    })
    expect(body).toEqual({
      user: {
        user_id: ana.userId,
        name: 'Ana Prado',
        link,
        profile_img_url: '',
        profile_description: '',
        utc_created_on: expect.any(String),
      },
      awards: { degrees: [degree(done, true)] },
      progress: { degrees: [degree(begun, false)] },
      school_gateways: ['Turma da noite'],
      certificates: [],
    })
    expect(JSON.stringify(body)).not.toMatch(/example\.com|12345678909|11912345678/)
  })

  it('names no course that is not published or not listed, and private ones to the school’s own people alone', async () => {
    const { make, student } = w.northside
    const [shown, unpublished, invisible, own] = [
      await make.course(),
      await make.course({ published: false }),
      await make.course({ is_visible: false }),
      await make.course({ is_private: true }),
    ]
    const { link } = await studying([shown, unpublished, invisible, own])
    const titles = async (as?: Pick<Person, 'token'>) => {
      const { awards, progress } = (await open(link, as)).body
      return [...awards.degrees, ...progress.degrees].map(({ id }) => id)
    }
    expect(await titles()).toEqual([shown.id])
    expect(await titles(w.riverside.student)).toEqual([shown.id])
    expect(await titles(student)).toEqual([shown.id, own.id])
    expect(await titles(await w.makePlatformPerson())).toEqual([shown.id])
  })

  it('gives the file of a certificate to its owner, and to others the page that proves it', async () => {
    const { make, student, admin } = w.northside
    const course = await make.course()
    const { ana, link } = await studying([course])
    const { id, code } = await make.certificate(course, ana)
    const key = `${w.northside.id}/certificates/${id}.pdf`
    await w.northside.tx(async (db) => {
      await db.updateTable('certificates').set({ status: 'ready', storage_key: key }).where('id', '=', id).execute()
      const file = { purpose: 'certificate', storage_key: key, filename: 'a.pdf', content_type: 'application/pdf' }
      await db
        .insertInto('files')
        .values({ ...file, size_bytes: '3' })
        .execute()
    })
    await w.tools.files.put(key, Buffer.from('pdf'), 'application/pdf')
    const pdfFor = async (as?: Person) => (await open(link, as)).body.certificates
    for (const other of [undefined, student, admin, w.riverside.student])
      expect(await pdfFor(other)).toEqual([{ degree_id: course.id, pdf: `/v/${code}` }])
    const [own] = await pdfFor(ana)
    expect((await w.app.inject(own!.pdf)).body).toBe('pdf')
  })

  it('is missing where the link names no user, a user who has left, or a user of another school', async () => {
    const link = await linkOf(w.northside.student)
    const left = await w.northside.make.student()
    const linkLeft = await linkOf(left)
    await w.northside.make.roles(left, { is_student: false })
    expect((await open('ninguem')).status).toBe(404)
    expect((await open(linkLeft)).status).toBe(404)
    expect((await open(link, w.riverside.admin, w.riverside.id)).status).toBe(404)
  })

  it('of a private school is for its own people, and of a blocked one for the platform’s administrators alone', async () => {
    const school = await w.makeSchool('Reservada')
    const { link } = await school.tx((db) =>
      db.selectFrom('memberships').select('link').where('is_student', '=', true).executeTakeFirstOrThrow(),
    )
    const set = (values: object) => school.tx((db) => db.updateTable('schools').set(values).execute())
    const visits = async () => (await school.tx((db) => db.selectFrom('platform_visits').select('id').execute())).length
    // Each look is of another session: what a session may do is cached for a second.
    const seen = async () => {
      const all = [undefined, w.northside.student, school.admin, await w.makePlatformPerson()]
      return (await Promise.all(all.map((as) => open(link, as, school.id)))).map(({ status }) => status)
    }
    expect([await seen(), await visits()]).toEqual([[200, 200, 200, 200], 0])
    await set({ is_private: true })
    expect([await seen(), await visits()]).toEqual([[404, 404, 200, 200], 1])
    await set({ is_private: false, is_blocked: true })
    expect([await seen(), await visits()]).toEqual([[403, 403, 403, 200], 2])
  })
})

describe('the description', () => {
  it('is the owner’s to write, and sanitised', async () => {
    const ana = await w.northside.make.student()
    const { status, body } = await save(ana, '<p onclick="x()">Oi, <strong>gente</strong><script>alert(1)</script></p>')
    const clean = '<p>Oi, <strong>gente</strong></p>'
    expect([status, body]).toEqual([200, { user: { profile_description: clean } }])
    expect((await open(await linkOf(ana))).body.user.profile_description).toBe(clean)
    const context = await w.call(schools.context, {
      as: ana,
      query: { domain: 'localhost', pathname: `/escola/${w.northside.id}` },
    })
    expect(context.body.user).toMatchObject({ user_id: ana.userId, profile_description: clean })
    expect((await open(await linkOf(w.northside.student))).body.user.profile_description).toBe('')
  })

  it('has a length', async () => {
    const answer = await save(w.northside.student, 'a'.repeat(limits.profileDescriptionMax + 1))
    expect([answer.status, answer.error]).toMatchObject([
      400,
      { fields: { profile_description: 'Sua descrição é longa demais. Deixe só o principal' } },
    ])
  })
})
