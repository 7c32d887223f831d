import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { IssuingTemplate } from '../templates/templates.queries.ts'
import { CertificateFacts } from './facts.ts'

export interface StudentFacts {
  userId: string
  facts: CertificateFacts
  /** The student's CPF, sealed, where the school asks for it and they gave it. */
  sealedCpf: string | null
  startedOn: Date
  completedOn: Date
}

interface StudentRow {
  user_id: string
  student_name: string
  sealed_cpf: string | null
  course_title: string
  workload_minutes: number
  /** Franchisor of the course; '' for a course of the school's own. */
  franchisor_name: string
  utc_started_on: Date
  utc_completed_on: Date
  completed: string[]
}

/** Lists what a certificate of the course would prove today, of those of these students who completed it. */
export async function listFacts(
  db: SchoolDb,
  courseId: string,
  userIds: string[],
  template: Pick<IssuingTemplate, 'title' | 'layout' | 'has_syllabus' | 'signers'>,
): Promise<StudentFacts[]> {
  const [students, modules, school] = await Promise.all([
    listStudents(db, courseId, userIds),
    listModules(db, courseId),
    findIssuer(db),
  ])
  return students.map((student) => {
    const completed = new Set(student.completed)
    const studied = modules.map(({ title, lessons }) => ({
      title,
      lessons: lessons.filter(({ id }) => completed.has(id)).map((lesson) => ({ ...lesson, id: undefined })),
    }))
    const course = {
      course_id: courseId,
      title: student.course_title,
      from_school: student.franchisor_name,
      workload_minutes: student.workload_minutes,
      modules: studied.filter(({ lessons }) => lessons.length > 0),
    }
    const facts = CertificateFacts.parse({
      ...template,
      ...school,
      student_name: student.student_name,
      courses: [course],
      workload_minutes: student.workload_minutes,
      started_on: student.utc_started_on.toISOString(),
    })
    return {
      userId: student.user_id,
      facts,
      sealedCpf: school.asks_cpf ? student.sealed_cpf : null,
      startedOn: student.utc_started_on,
      completedOn: student.utc_completed_on,
    }
  })
}

/** Reads what certificates print of the school. */
export const findIssuer = (db: SchoolDb) =>
  db
    .selectFrom('schools')
    .select(({ fn }) => [
      'name as school_name',
      'ui_theme as theme',
      'legal_name',
      'tax_id',
      'certificate_place as place',
      'asks_cpf',
      fn.coalesce('logo_wide_key', 'logo_square_key').as('logo_key'),
      fn.coalesce('logo_dark_wide_key', 'logo_dark_square_key').as('dark_logo_key'),
    ])
    .executeTakeFirstOrThrow()

async function listStudents(db: SchoolDb, courseId: string, userIds: string[]): Promise<StudentRow[]> {
  const { rows } = await sql<StudentRow>`
    select m.user_id, m.name as student_name, m.sealed_cpf, c.title as course_title, c.workload_minutes, coalesce(f.name, '') as franchisor_name,
      p.utc_started_on, p.utc_completed_on,
      array(select l.lesson_id::text from lesson_completions l
        where l.school_id = ${thisSchool} and l.user_id = m.user_id and l.course_id = c.id) as completed
    from memberships m
    join courses c on c.school_id = m.school_id and c.id = ${courseId}
    left join franchisors f on f.school_id = ${thisSchool} and f.franchisor_id = c.franchisor_id
    join course_progress p on p.school_id = m.school_id and p.user_id = m.user_id and p.course_id = c.id
    where m.school_id = ${thisSchool} and m.user_id = any(${userIds}::bigint[]) and p.utc_completed_on is not null`.execute(
    db,
  )
  return rows
}

interface ModuleRow {
  title: string
  lessons: { id: string; title: string; seconds: number }[]
}

/** Published modules and lessons of the course in its order. */
export async function listModules(db: SchoolDb, courseId: string): Promise<ModuleRow[]> {
  const { rows } = await sql<ModuleRow>`
    select m.title, json_agg(json_build_object('id', l.id::text, 'title', l.title, 'seconds', l.main_media_duration)
      order by p.lesson_position) as lessons
    from published_lessons p
    join modules m on m.school_id = ${thisSchool} and m.id = p.module_id
    join lessons l on l.school_id = ${thisSchool} and l.id = p.lesson_id
    where p.school_id = ${thisSchool} and p.course_id = ${courseId}
    group by m.id, m.title, p.module_position order by p.module_position`.execute(db)
  return rows
}
