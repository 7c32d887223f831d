import { allRoutes } from '@escola/contract/api'
import { fillPath } from '@escola/contract/call'
import { learning } from '@escola/contract/learning.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type World, world } from '../world.ts'

/** PostgreSQL stores no NUL, so a caller who sends one is refused, or it is left out; it never gets as far as a query. */
let w: World
beforeAll(async () => {
  w = await world()
})

const places = allRoutes.flatMap(({ name, route }) => [
  ...[...route.path.matchAll(/:(\w+)/g)].map(([, param]) => [`${name} :${param}`, route, { param: param! }] as const),
  ...Object.keys(route.query?.shape ?? {}).map((query) => [`${name} ?${query}`, route, { query }] as const),
])

describe('a NUL in an address', () => {
  it.each(places)('is no fault of ours: %s', async (_, route, { param, query }: { param?: string; query?: string }) => {
    const params = { ...Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, each]) => [each, '1'])) }
    const pathParams = { ...params, schoolId: w.northside.id, ...(param ? { [param]: 'a\0b' } : {}) }
    const others = Object.keys(route.query?.shape ?? {}).map((each) => `${each}=${each === query ? 'a%00b' : '1'}`)
    const answer = await w.app.inject({
      method: route.method,
      url: `/api${fillPath(route.path, pathParams)}?${others.join('&')}`,
      headers: { authorization: `Bearer ${w.northside.admin.token}` },
      ...(route.body ? { payload: {} } : {}),
    })
    expect(answer.statusCode, answer.body).toBeLessThan(500)
  })
})

it('a NUL in the link of a lesson is left out', async () => {
  const { northside } = w
  const course = await northside.make.course()
  const lesson = course.lessons[0]!
  const answer = await w.call(learning.lesson, {
    as: northside.admin,
    params: { degreeLink: course.link },
    body: { classLink: `${lesson.link}\0` },
  })
  expect(answer.body.content?.link).toBe(lesson.link)
})
