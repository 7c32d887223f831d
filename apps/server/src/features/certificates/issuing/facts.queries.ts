import type { ExamMark } from '@escola/contract/exam-results'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { IssuingTemplate } from '../templates/templates.queries.ts'
import { CertificateFacts } from './facts.ts'
import { listMarks } from './marks.service.ts'

export interface StudentFacts {
  userId: string
  facts: CertificateFacts
  /** The student's CPF, sealed, where the school asks for it and they gave it. */
  sealedCpf: string | null
  startedOn: Date
  completedOn: Date
  /** Mark of the exams, if there are any and the template asks for it or prints it. */
  mark: ExamMark | undefined
}

interface CompletionRow {
  user_id: string
  student_name: string
  sealed_cpf: string | null
  course_id: string
  course_title: string
  workload_minutes: number
  /** Franchisor of the course; '' for a course of the school's own. */
  franchisor_name: string
  utc_started_on: Date
  utc_completed_on: Date
  completed: string[]
}

/** Lists what a certificate over those of the courses that a student has completed would prove today, for each of these students who completed one. */
export async function listFacts(
  db: SchoolDb,
  courseIds: string[],
  userIds: string[],
  template: Pick<IssuingTemplate, 'title' | 'layout' | 'has_syllabus' | 'signers' | 'min_mark' | 'shows_mark'>,
): Promise<StudentFacts[]> {
  const needsMarks = template.min_mark !== null || template.shows_mark
  const [completions, modules, school, marks] = await Promise.all([
    listCompletions(db, courseIds, userIds),
    listModules(db, courseIds),
    findIssuer(db),
    needsMarks ? listMarks(db, courseIds, userIds) : new Map<string, ExamMark>(),
  ])
  const modulesOf = Map.groupBy(modules, ({ course_id }) => course_id)
  return [...Map.groupBy(completions, ({ user_id }) => user_id)].map(([userId, rows]) => {
    const { student_name, sealed_cpf } = rows[0]!
    const startedOn = new Date(Math.min(...rows.map(({ utc_started_on }) => utc_started_on.getTime())))
    const mark = marks.get(userId)
    const facts = CertificateFacts.parse({
      ...template,
      ...school,
      student_name,
      courses: rows.map((row) => toFact(row, modulesOf.get(row.course_id) ?? [])),
      workload_minutes: rows.reduce((sum, { workload_minutes }) => sum + workload_minutes, 0),
      started_on: startedOn.toISOString(),
      mark: (template.shows_mark && mark) || null,
    })
    return {
      userId,
      facts,
      sealedCpf: school.asks_cpf ? sealed_cpf : null,
      startedOn,
      completedOn: rows.at(-1)!.utc_completed_on,
      mark,
    }
  })
}

function toFact(
  { course_id, course_title, franchisor_name, workload_minutes, completed }: CompletionRow,
  modules: ModuleRow[],
) {
  const isStudied = new Set(completed)
  const studied = modules.map(({ title, lessons }) => ({
    title,
    lessons: lessons.filter(({ id }) => isStudied.has(id)).map((lesson) => ({ ...lesson, id: undefined })),
  }))
  return {
    course_id,
    title: course_title,
    from_school: franchisor_name,
    workload_minutes,
    modules: studied.filter(({ lessons }) => lessons.length > 0),
  }
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

/** Lists the students' completions of the courses, those of a student in the order in which they came. */
async function listCompletions(db: SchoolDb, courseIds: string[], userIds: string[]): Promise<CompletionRow[]> {
  const { rows } = await sql<CompletionRow>`
    select m.user_id, m.name as student_name, m.sealed_cpf, c.id as course_id, c.title as course_title, c.workload_minutes,
      coalesce(f.name, '') as franchisor_name, p.utc_started_on, p.utc_completed_on,
      array(select l.lesson_id::text from lesson_completions l
        where l.school_id = ${thisSchool} and l.user_id = m.user_id and l.course_id = c.id) as completed
    from memberships m
    join course_progress p on p.school_id = m.school_id and p.user_id = m.user_id and p.course_id = any (${courseIds}::bigint[])
    join courses c on c.school_id = m.school_id and c.id = p.course_id
    left join franchisors f on f.school_id = ${thisSchool} and f.franchisor_id = c.franchisor_id
    where m.school_id = ${thisSchool} and m.user_id = any (${userIds}::bigint[]) and p.utc_completed_on is not null
    order by m.user_id, p.utc_completed_on, c.id`.execute(db)
  return rows
}

interface ModuleRow {
  course_id: string
  title: string
  lessons: { id: string; title: string; seconds: number }[]
}

/** Published modules and lessons of the courses, in the order of each. */
export async function listModules(db: SchoolDb, courseIds: string[]): Promise<ModuleRow[]> {
  const { rows } = await sql<ModuleRow>`
    select p.course_id, m.title, json_agg(json_build_object('id', l.id::text, 'title', l.title, 'seconds', l.main_media_duration)
      order by p.lesson_position) as lessons
    from published_lessons p
    join modules m on m.school_id = ${thisSchool} and m.id = p.module_id
    join lessons l on l.school_id = ${thisSchool} and l.id = p.lesson_id
    where p.school_id = ${thisSchool} and p.course_id = any (${courseIds}::bigint[])
    group by p.course_id, m.id, m.title, p.module_position order by p.course_id, p.module_position`.execute(db)
  return rows
}
