import { allRoutes } from '@escola/contract/api'
import { fillPath } from '@escola/contract/call'
import pg from 'pg'
import { expect, it } from 'vitest'
import { affiliate, makePlan, spread } from '../franchise.ts'
import { world } from '../world.ts'

/** Columns of an edition that are the affiliate's own, or say when a row was written. */
const ownColumns = ['is_visible', 'is_private', 'has_comments', 'landing_page_url', 'category_id', 'position']
const editionTables = ['courses', 'modules', 'lessons', 'editions', 'edition_files']

it("no call of an affiliate's administrator changes what an edition shows, or anything at its franchisor", async () => {
  const w = await world()
  const franchisor = await w.makeSchool('Matriz')
  const school = await w.makeSchool('Filial')
  const course = await franchisor.make.course({ modules: [2] })
  await affiliate(franchisor, school, await makePlan(franchisor, 'all'))
  expect(await spread(w, franchisor)).toEqual([])
  const client = new pg.Client({ connectionString: w.databaseUrl })
  await client.connect()
  const sum = async (table: string, schoolId: string, left: string[] = []) => {
    const row = left.reduce((text, column) => `${text} - '${column}'`, 'to_jsonb(t)')
    const text = `select count(*) || ' ' || coalesce(md5(string_agg((${row})::text, '|' order by (${row})::text)), '') as sum from ${table} t
      where school_id = $1`
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
    for (const { name } of tables) found[`franchisor ${name}`] = await sum(name, franchisor.id)
    return found
  }
  const [lesson] = course.lessons
  const ids: Record<string, string> = {
    link: course.link,
    degreeLink: course.link,
    courseLink: course.link,
    course: course.id,
    degreeId: course.id,
    lessonLink: lesson!.link,
    contentLink: lesson!.link,
    contentId: lesson!.id,
    schoolId: school.id,
  }
  const bodies = [
    { id: course.id, degree_id: course.id, version: 1, title: 'Tomado', description: '<p>Tomado</p>' },
    { id: course.id, degree_id: course.id, version: 1, unpublish: true, moduleOrder: [], main_media_url: '' },
    { id: lesson!.id, degree_id: course.id, version: 1, title: 'Tomada', is_visible: false, files: [] },
  ]
  const before = await sums()
  for (const { name, route } of allRoutes) {
    if (!route.path.startsWith('/school/') || route.method === 'GET') continue
    // Each route gets an administrator of its own, because one of the routes signs out.
    const { token } = await school.make.admin()
    const params = Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, each]) => [each!, ids[each!] ?? '1']))
    for (const body of route.body ? bodies : [{}]) {
      const answer = await w.app.inject({
        method: route.method,
        url: `/api${fillPath(route.path, params)}`,
        headers: { authorization: `Bearer ${token}` },
        payload: body,
      })
      expect.soft(answer.statusCode, `${name}: ${answer.body}`).toBeLessThan(500)
    }
    if (/^(courses|lessons|categories|editions)\./.test(name)) expect.soft(await sums(), name).toEqual(before)
  }
  expect(await sums()).toEqual(before)
  await client.end()
})
