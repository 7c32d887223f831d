import { karmaPoints } from '@escola/contract/karma.contract'
import { sessionTokens } from '@escola/server/http/session-token'
import jwt from '@fastify/jwt'
import Fastify from 'fastify'
import type { BenchStack } from './bench-stack.ts'

export interface BenchSchool {
  id: string
  courseId: string
  cohortId: string
  adminToken: string
  studentTokens: string[]
  /** Lessons that no student has completed. */
  openLessons: string[]
}

export const courseLink = 'curso-medido'
export const lessonLink = 'aula-6-8'

/** `lessons` counts those of each module. */
interface CourseSize {
  modules: number
  lessons: number
}

/**
 * Schools of ordinary size: an administrator, a course of 48 lessons, a class, and students who have completed a third. All of them in a few
 * set-based statements, for ten thousand are wanted.
 * @param studentsOf how many the first, the second … school has
 */
export async function makeSchools(
  { admin, env }: BenchStack,
  studentsOf: number[],
  size: CourseSize = { modules: 6, lessons: 8 },
): Promise<BenchSchool[]> {
  await admin.query(seed(studentsOf, size))
  // The statistics of a running platform are current.
  await admin.query('vacuum analyze')
  const { rows } = await admin.query<Omit<BenchSchool, 'adminToken' | 'studentTokens'> & { sessions: string[][] }>(`
    select m.id::text, m.course_id::text as "courseId", m.cohort_id::text as "cohortId",
      array(select l.id::text from made_lessons l where l.school_id = m.id and not l.is_done order by l.id) as "openLessons",
      (select array_agg(array[s.id::text, s.user_id::text] order by p.n)
        from made_people p join sessions s on s.user_id = p.id where p.school_id = m.id) as sessions
    from made m order by m.id`)
  await admin.query('drop table made, made_people, made_modules, made_lessons')
  const signer = Fastify()
  await signer.register(jwt, { secret: env.ESCOLA_SECRET!, sign: { algorithm: 'HS256' } })
  await signer.ready()
  const tokens = sessionTokens(signer)
  const schools = rows.map(({ sessions, ...school }) => {
    const [adminToken, ...studentTokens] = sessions.map(([session, user]) => tokens.sign(session!, user!))
    return { ...school, adminToken: adminToken!, studentTokens }
  })
  await signer.close()
  return schools
}

const nextId = (table: string) => `nextval(pg_get_serial_sequence('public.${table}', 'id'))`
const insert = (table: string, columns: string, select: string) =>
  `insert into ${table} (${columns}) overriding system value ${select};`

// No student comes for the first time: a first visit looks for the school's public class and writes.
// The rows made here are whole; checking the foreign keys of each would take longer than all the rest.
const seed = (studentsOf: number[], { modules, lessons }: CourseSize) => `
  begin;
  set local session_replication_role = replica;
  create table made as select ${nextId('schools')} as id, ${nextId('courses')} as course_id, ${nextId('cohorts')} as cohort_id, students
    from unnest('{${studentsOf}}'::int[]) as students;
  create table made_people as select id as school_id, ${nextId('users')} as id, n from made, generate_series(0, students) as n;
  create table made_modules as select id as school_id, course_id, ${nextId('modules')} as id, n from made, generate_series(1, ${modules}) as n;
  create table made_lessons as select school_id, course_id, id as module_id, m.n as module, l.n, ${nextId('lessons')} as id,
    ((m.n - 1) * ${lessons} + l.n) * 3 <= ${modules * lessons} as is_done
    from made_modules m, generate_series(1, ${lessons}) as l (n);
  create index on made_people (school_id);
  create index on made_lessons (school_id);
  create index on made_lessons (module_id);
  ${insert('schools', 'id, name, namespace, total_students', `select id, 'Escola medida ' || id, 'escola-medida-' || id, students from made`)}
  ${insert('certificate_templates', 'school_id, utc_saved_on', 'select id, now() from made')}
  ${insert('users', 'id, email, name, utc_email_confirmed_on', `select id, id || '@bench.example', 'Aluna ' || id, now() from made_people`)}
  ${insert('memberships', 'school_id, user_id, name, email, is_admin, is_student, was_in_public_cohort', `select school_id, id, 'Aluna ' || id, id || '@bench.example', n = 0, n > 0, true from made_people`)}
  ${insert('person_schools', 'school_id, user_id, is_admin, is_student, utc_created_on', 'select school_id, id, n = 0, n > 0, now() from made_people')}
  ${insert('sessions', 'user_id, utc_expires_on, utc_proven_on', `select id, now() + interval '1 day', now() from made_people`)}
  ${insert(
    'courses',
    'school_id, id, title, link, description, workload_minutes, module_order, utc_published_on',
    `select id, course_id, 'Curso medido', '${courseLink}', '<p>Texto</p>', 600, array(select o.id from made_modules o where o.school_id = made.id order by n), now() from made`,
  )}
  ${insert(
    'modules',
    'school_id, id, course_id, title, lesson_order',
    `select school_id, id, course_id, 'Módulo ' || n, array(select l.id from made_lessons l where l.module_id = m.id order by l.n) from made_modules m`,
  )}
  ${insert(
    'lessons',
    'school_id, id, course_id, link, title, description, main_media_url, utc_published_on',
    `select school_id, id, course_id, 'aula-' || module || '-' || n, 'Aula ' || module || '.' || n, repeat('<p>Descrição da aula</p>', 10), 'https://vimeo.com/1084537', now() from made_lessons`,
  )}
  ${insert('cohorts', 'school_id, id, title', `select id, cohort_id, 'Turma medida' from made`)}
  ${insert('cohort_courses', 'school_id, cohort_id, course_id', `select id, cohort_id, course_id from made`)}
  ${insert('enrollments', 'school_id, cohort_id, user_id', `select school_id, cohort_id, p.id from made_people p join made on made.id = school_id where n > 0`)}
  ${insert(
    'enrollment_grants',
    'school_id, cohort_id, user_id, source, utc_starts_on',
    `select school_id, cohort_id, p.id, 'manual', now() from made_people p join made on made.id = school_id where n > 0`,
  )}
  ${insert('course_progress', 'school_id, user_id, course_id', `select school_id, p.id, course_id from made_people p join made on made.id = school_id where n > 0`)}
  ${insert(
    'lesson_completions',
    'school_id, user_id, lesson_id, course_id',
    `select school_id, p.id, l.id, course_id from made_people p join made_lessons l using (school_id) where p.n > 0 and is_done`,
  )}
  ${insert(
    'karma_entries',
    'school_id, user_id, reason, subject_id, number, points, utc_created_on',
    `select school_id, user_id, 'lesson', lesson_id, 1, ${karmaPoints.lesson}, utc_completed_on from lesson_completions where school_id in (select id from made)`,
  )}
  ${insert('karma_totals', 'school_id, user_id, karma', `select school_id, user_id, sum(points) from karma_entries where school_id in (select id from made) group by 1, 2`)}
  commit`
