import { copyAbout, ownData } from '@escola/contract/own-data.contract'
import { ownTables } from '@escola/db/user-tables'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { type World, world } from '../../testing/world.ts'
import { copyOwnData } from './copying.service.ts'
import { forgetProof, inDays, makeStudent } from './own-data.testing.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

type Copy = Record<string, never> & { schools: (Record<string, Record<string, unknown>[]> & { id: string })[] }
const copyFor = async (as: Person) => {
  const answer = await w.call(ownData.copy, { as })
  return { ...answer, copy: answer.body as unknown as Copy }
}

describe('a user’s copy', () => {
  it('has all that the platform keeps of them in all their schools', async () => {
    const { school, second, lia, course, certificate } = await makeStudent(w)
    const { status, headers, copy } = await copyFor(lia)
    expect(status).toBe(200)
    expect(headers['content-disposition']).toMatch(/^attachment; filename="meus-dados-\d{4}-\d\d-\d\d\.json"$/)
    expect(headers['cache-control']).toBe('no-store')
    expect(copy).toMatchObject({
      about: copyAbout,
      users: [{ name: 'Lia Prado', email: lia.email, cpf: '12345678909' }],
      sessions: [{ school_id: null }],
      passkeys: [{ name: 'Safari no iPhone' }],
      schools: [
        { id: school.id, name: 'Primeira' },
        { id: second.id, name: 'Segunda' },
      ],
    })
    const [first, other] = copy.schools
    expect(first).toMatchObject({
      memberships: [{ name: 'Lia Prado', email: lia.email, is_student: true }],
      enrollments: [{ cohort: 'Turma 1' }],
      lesson_completions: [{ course: course.title, lesson: 'Aula 1.1' }],
      threads: [{ message: '<p>Por quê?</p>', course: course.title }],
      bookmarks: [{ course_id: course.id, lesson_id: null }],
      certificates: [{ code: certificate.code }],
      sales: [{ buyer_email: lia.email, product_name: 'Pães' }],
    })
    expect(other).toMatchObject({ memberships: [{ name: 'Lia Prado' }], threads: [], certificates: [] })
    expect(Object.keys(first!)).toEqual(['id', 'name', ...ownTables('school').map(([table]) => table)])
  })

  it('has the answers to their questions, and neither questions nor answers of others', async () => {
    const { school, lia, course } = await makeStudent(w)
    const other = await school.make.thread(course, school.student)
    await school.tx(async (db) => {
      const own = await db
        .selectFrom('threads')
        .where('user_id', '=', lia.userId)
        .select('id')
        .executeTakeFirstOrThrow()
      const answer = { user_id: school.admin.userId, is_admin: true }
      await db
        .insertInto('thread_replies')
        .values([
          { ...answer, thread_id: own.id, message: 'Porque fermenta' },
          { ...answer, thread_id: other.id, message: 'Alheia' },
        ])
        .execute()
    })
    const { copy } = await copyFor(lia)
    expect(copy.schools[0]!.thread_replies!.map(({ message }) => message)).toEqual(['Porque fermenta'])
    expect(copy.schools[0]!.threads).toHaveLength(1)
  })

  it('has nothing that opens the account, and nothing of another user', async () => {
    const { school, lia } = await makeStudent(w)
    await school.tx((db) =>
      db
        .updateTable('memberships')
        .set({ notes: 'secret-notes', password_hash: 'secret-member', access_token_hash: `secret-link-${lia.userId}` })
        .where('user_id', '=', lia.userId)
        .execute(),
    )
    const { bytes } = await copyFor(lia)
    const text = bytes.toString()
    expect(text).not.toMatch(/secret|TGlh/)
    expect(text).not.toContain(lia.sessionId)
    for (const { email, name } of [school.student, school.admin, w.northside.student]) {
      expect(text).not.toContain(email)
      expect(text).not.toContain(name)
    }
  })

  it('is whole when its rows come in many pages', async () => {
    const { school, lia } = await makeStudent(w)
    const { lessons, id } = await school.make.course({ modules: [7] })
    await school.tx((db) =>
      db
        .insertInto('lesson_completions')
        .values(lessons.map((lesson) => ({ user_id: lia.userId, course_id: id, lesson_id: lesson.id })))
        .execute(),
    )
    const actor = { ...lia, strong: true, sessionSchoolId: null, platformRole: 'student', provenOn: new Date() }
    for (const atOnce of [1, 4, 8, 500]) {
      const { body } = await copyOwnData({ actor } as never, inDays(w, 0), atOnce)
      const copy = JSON.parse(await new Response(body as never).text()) as Copy
      expect(new Set(copy.schools[0]!.lesson_completions!.map(({ lesson_id }) => lesson_id)).size).toBe(8)
      expect(copy.schools[0]!.lesson_completions).toHaveLength(8)
    }
  })

  it('is given to a proven user alone, in a session of their own', async () => {
    const { school, lia } = await makeStudent(w)
    await forgetProof(w, lia)
    expect((await w.call(ownData.copy, { as: lia })).error.code).toBe('proof_needed')
    const schools = await w.makePlatformPerson('student', school.id)
    expect((await w.call(ownData.copy, { as: schools })).error.code).toBe('school_session_only')
  })
})
