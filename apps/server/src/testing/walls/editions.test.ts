import { allRoutes } from '@escola/contract/api'
import { fillPath } from '@escola/contract/call'
import { courses } from '@escola/contract/courses.contract'
import { newExamSettings } from '@escola/contract/exam-plan'
import { examQuestions } from '@escola/contract/exam-questions.contract'
import { exams } from '@escola/contract/exams.contract'
import { tables } from '@escola/db/walls'
import pg from 'pg'
import { expect, it } from 'vitest'
import type { Person } from '../call.ts'
import { affiliate, makePlan, spread } from '../franchise.ts'
import { closeLater, type World, world } from '../world.ts'
import { allSources } from './code.ts'

/** Columns of an edition that are the affiliate's own, or say when a row was written. */
const ownColumns = ['is_visible', 'is_private', 'has_comments', 'landing_page_url', 'category_id', 'position']
const editionTables = [
  'courses',
  'modules',
  'lessons',
  'exams',
  'exam_publications',
  'exam_publication_questions',
  'editions',
  'edition_files',
]
/** Tables that have rows of the affiliate's own beside those of the edition, with the column that names the question. */
const questionTables = { exam_questions: 'id', exam_question_versions: 'question_id' }

it("no call of an affiliate's administrator changes what an edition shows, or anything at its franchisor", async () => {
  const w = await world()
  const franchisor = await w.makeSchool('Matriz')
  const school = await w.makeSchool('Filial')
  const course = await franchisor.make.course({ modules: [2] })
  const [lesson] = course.lessons
  const question = await publishExam(w, franchisor.admin, { course, lessonId: lesson!.id })
  await affiliate(franchisor, school, await makePlan(franchisor, 'all'))
  expect(await spread(w, franchisor)).toEqual([])
  const client = new pg.Client({ connectionString: w.databaseUrl })
  await client.connect()
  const sum = async (table: string, schoolId: string, left: string[] = [], only = 'true') => {
    const row = left.reduce((text, column) => `${text} - '${column}'`, 'to_jsonb(t)')
    const text = `select count(*) || ' ' || coalesce(md5(string_agg((${row})::text, '|' order by (${row})::text)), '') as sum from ${table} t
      where school_id = $1 and ${only}`
    return (await client.query<{ sum: string }>(text, [schoolId])).rows[0]!.sum
  }
  const { rows: tables } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and column_name = 'school_id' and table_type = 'BASE TABLE' order by 1`,
  )
  const sums = async () => {
    const found: Record<string, string> = {}
    for (const table of editionTables)
      found[`edition ${table}`] = await sum(table, school.id, table === 'courses' ? ownColumns : [])
    for (const [table, id] of Object.entries(questionTables))
      found[`edition ${table}`] = await sum(table, school.id, [], `${id} = ${question}`)
    for (const { name } of tables) found[`franchisor ${name}`] = await sum(name, franchisor.id)
    return found
  }
  const ids: Record<string, string> = {
    link: course.link,
    degreeLink: course.link,
    courseLink: course.link,
    course: course.id,
    degreeId: course.id,
    lessonLink: lesson!.link,
    contentLink: lesson!.link,
    contentId: lesson!.id,
    lessonId: lesson!.id,
    schoolId: school.id,
  }
  const bodies = [
    { id: course.id, degree_id: course.id, version: 1, title: 'Tomado', description: '<p>Tomado</p>' },
    { id: course.id, degree_id: course.id, version: 1, unpublish: true, moduleOrder: [], main_media_url: '' },
    { id: lesson!.id, degree_id: course.id, version: 1, title: 'Tomada', is_visible: false, files: [] },
    { version: 1, plan: { settings: newExamSettings, parts: [] } },
    { ...writtenQuestion('Tomada'), is_archived: false },
    { seed: 'a'.repeat(64), questions: [{ question, version: 1, points: 100 }], answers: [] },
  ]
  const before = await sums()
  for (const { name, route } of allRoutes) {
    const isOfExams = /^(exams|examQuestions)\./.test(name)
    if (!route.path.startsWith('/school/') || (route.method === 'GET' && !isOfExams)) continue
    // Each route gets an administrator of its own, because one of the routes signs out.
    const { token } = await school.make.admin()
    const known: Record<string, string> = isOfExams ? { ...ids, id: question } : ids
    const params = Object.fromEntries(
      [...route.path.matchAll(/:(\w+)/g)].map(([, each]) => [each!, known[each!] ?? '1']),
    )
    for (const body of route.body ? bodies : [{}]) {
      const answer = await w.app.inject({
        method: route.method,
        url: `/api${fillPath(route.path, params)}`,
        headers: { authorization: `Bearer ${token}` },
        ...(route.method !== 'GET' && { payload: body }),
      })
      if (isOfExams) expect.soft(answer.body, name).not.toContain(secret)
      expect.soft(answer.statusCode, `${name}: ${answer.body}`).toBeLessThan(500)
    }
    if (/^(courses|lessons|categories|editions|exams|examQuestions)\./.test(name))
      expect.soft(await sums(), name).toEqual(before)
  }
  expect(await sums()).toEqual(before)
  await client.end()
})

/** Words of a question that its bank alone may show. */
const secret = 'Farinha e água somem onde'
const writtenQuestion = (words: string) => ({
  statement: `<p>${words}</p>`,
  explanation: '',
  is_shuffled: false,
  key: { kind: 'truth' as const, right: true },
  difficulty: 'easy' as const,
  tags: [],
  degree_id: null,
})

/** Publishes a course with an assessment. @returns the question that it asks */
async function publishExam(
  { call }: World,
  as: Person,
  { course, lessonId }: { course: { id: string; link: string }; lessonId: string },
): Promise<string> {
  const { id } = (await call(examQuestions.create, { as, body: writtenQuestion(secret) })).body.exam_question
  const plan = {
    settings: newExamSettings,
    parts: [{ kind: 'fixed' as const, id: 'a', question: id, points: 100 }],
  }
  await call(exams.save, { as, params: { lessonId }, body: { version: null, plan } })
  const { status } = await call(courses.publish, { as, params: { link: course.link }, body: { id: course.id } })
  expect(status).toBe(200)
  return id
}

/** Tables of schools that lead to a course, a module or a lesson: by a column of that name, by a key, or by a key to such a table. */
const belowCourses = `with recursive below as (
    select c.oid from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname ~ '(^|_)(course|module|lesson)_ids?$')
    union
    select k.conrelid from pg_constraint k where k.contype = 'f' and k.confrelid in ('courses'::regclass, 'modules'::regclass, 'lessons'::regclass)
    union
    select k.conrelid from below b join pg_constraint k on k.contype = 'f' and k.confrelid = b.oid)
  select relname as name from pg_class where oid in (select oid from below) order by 1`

it('every table below a course, a module or a lesson is copied into editions, or has a reason', async () => {
  const client = new pg.Client({ connectionString: (await world()).databaseUrl })
  await client.connect()
  closeLater(() => client.end())
  const listBelow = async () => (await client.query<{ name: string }>(belowCourses)).rows.map(({ name }) => name)
  const said = Object.keys(tables).filter((table) => tables[table]!.edition !== undefined)
  const remedy =
    "say in its description in packages/db what editions get: edition: 'copied', with a copy in the queries of contents in features/editions, or the reason why not"
  expect((await listBelow()).filter((table) => !said.includes(table)).map((table) => `${table}: ${remedy}`)).toEqual([])
  expect(said.toSorted()).toEqual(await listBelow())
  await client.query('begin')
  await client.query('create table quizzes (school_id bigint, id bigint primary key, at bigint)')
  await client.query('alter table quizzes add foreign key (school_id, at) references lessons (school_id, id)')
  await client.query('create table quiz_answers (school_id bigint, quiz bigint references quizzes)')
  expect((await listBelow()).filter((table) => !said.includes(table))).toEqual(['quiz_answers', 'quizzes'])
  await client.query('rollback')
  const copies = allSources.filter(({ file }) => /\/editions\/(exam-)?contents\.queries\.ts$/.test(file))
  const text = copies.map((each) => each.text).join('\n')
  const written = said.filter((table) => new RegExp(`insert into ${table}\\b`).test(text))
  expect(written).toEqual(said.filter((table) => tables[table]!.edition === 'copied'))
})
