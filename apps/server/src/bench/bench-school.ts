import { connectDatabase, runtimeUrls } from '@escola/db'
import jwt from '@fastify/jwt'
import Fastify from 'fastify'
import pg from 'pg'
import { sessionTokens } from '../http/session-token.ts'
import type { BenchStack } from './bench-stack.ts'

export interface BenchSchool {
  id: string
  cohortId: string
  adminToken: string
  studentToken: string
  courseLink: string
  lessonLink: string
}

const modules = 6
const lessonsPerModule = 8

/** A school of ordinary size: a course of 48 lessons, a class, a student half way through it. */
export async function makeBenchSchool({ databaseUrl, env }: BenchStack): Promise<BenchSchool> {
  const database = connectDatabase(runtimeUrls(databaseUrl, env.ESCOLA_SECRET!))
  const signer = Fastify()
  await signer.register(jwt, { secret: env.ESCOLA_SECRET!, sign: { algorithm: 'HS256' } })
  await signer.ready()
  const tokens = sessionTokens(signer)
  const people = await database.withPlatform(async (db) => {
    const school = await db
      .insertInto('schools')
      .values({ name: 'Escola medida', namespace: 'escola-medida' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('certificate_templates').values({ school_id: school.id, signature_name: 'Direção' }).execute()
    const person = async (name: string, isAdmin: boolean) => {
      const email = `${name}@bench.example`
      const user = await db
        .insertInto('users')
        .values({ email, name, utc_email_confirmed_on: new Date() })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('memberships')
        .values({ school_id: school.id, user_id: user.id, name, email, is_admin: isAdmin, is_student: !isAdmin })
        .execute()
      const session = await db
        .insertInto('sessions')
        .values({ user_id: user.id, utc_expires_on: new Date(Date.now() + 86_400_000) })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id: user.id, token: tokens.sign(session.id, user.id) }
    }
    return { schoolId: school.id, admin: await person('admin', true), student: await person('student', false) }
  })
  const rows = await database.withSchool(people.schoolId, async (db) => {
    const utc = new Date()
    const course = await db
      .insertInto('courses')
      .values({
        title: 'Curso medido',
        link: 'curso-medido',
        description: '<p>Texto</p>',
        workload_minutes: 600,
        utc_published_on: utc,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const order: string[] = []
    let last = { id: '', link: '' }
    for (let m = 0; m < modules; m++) {
      const module = await db
        .insertInto('modules')
        .values({ course_id: course.id, title: `Módulo ${m + 1}` })
        .returning('id')
        .executeTakeFirstOrThrow()
      order.push(module.id)
      const lessons = await db
        .insertInto('lessons')
        .values(
          Array.from({ length: lessonsPerModule }, (_, l) => ({
            course_id: course.id,
            link: `aula-${m}-${l}`,
            title: `Aula ${m}.${l}`,
            description: '<p>Descrição da aula</p>'.repeat(10),
            main_media_url: 'https://vimeo.com/1084537',
            utc_published_on: utc,
          })),
        )
        .returning(['id', 'link'])
        .execute()
      await db
        .updateTable('modules')
        .set({ lesson_order: lessons.map((lesson) => lesson.id) })
        .where('id', '=', module.id)
        .execute()
      if (m < modules / 2)
        await db
          .insertInto('lesson_completions')
          .values(lessons.map((lesson) => ({ user_id: people.student.id, lesson_id: lesson.id, course_id: course.id })))
          .execute()
      last = lessons[0]!
    }
    await db.updateTable('courses').set({ module_order: order }).where('id', '=', course.id).execute()
    await db.insertInto('course_progress').values({ user_id: people.student.id, course_id: course.id }).execute()
    const cohort = await db
      .insertInto('cohorts')
      .values({ title: 'Turma medida' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('cohort_courses').values({ cohort_id: cohort.id, course_id: course.id }).execute()
    await db.insertInto('enrollments').values({ cohort_id: cohort.id, user_id: people.student.id }).execute()
    return { cohortId: cohort.id, lessonLink: last.link }
  })
  // As in a school that has been running: the database knows its tables.
  await analyze(databaseUrl)
  await signer.close()
  await database.close()
  return {
    id: people.schoolId,
    adminToken: people.admin.token,
    studentToken: people.student.token,
    courseLink: 'curso-medido',
    ...rows,
  }
}

async function analyze(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('analyze')
  await client.end()
}
