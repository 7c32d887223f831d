import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allRoutes } from './api.ts'
import { changeLabel, labelledChanges } from './platform.contract.ts'

describe('every route of the contract', () => {
  it.each(allRoutes.map(({ name, route }) => [name, route] as const))('%s answers plain data', (_, { response }) => {
    // Answers are encoded, not parsed: a transform in one would fail at the first answer that reaches it.
    if (response instanceof z.ZodType) expect(() => z.toJSONSchema(response, { io: 'output' })).not.toThrow()
  })
  it('has a path of its own', () => {
    expect(new Set(allRoutes.map(({ route }) => `${route.method} ${route.path.replace(/:\w+/g, ':')}`)).size).toBe(
      allRoutes.length,
    )
  })
  it('names each parameter of its path in its schema', () => {
    for (const { name, route } of allRoutes) {
      const inPath = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]!).sort()
      expect(Object.keys(route.params?.shape ?? {}).sort(), name).toEqual(inPath)
    }
  })
})

it('a user who is given a session is told who they are and where they may go', () => {
  const given = allRoutes.filter(
    // Calls of other systems answer tokens that are good for a sign-in; no such call is a sign-in itself.
    ({ name, route }) =>
      name !== 'accessApi.enroll' && route.response instanceof z.ZodObject && 'token' in route.response.shape,
  )
  expect(given.map(({ name }) => name)).toEqual([
    'accounts.acceptInvitation',
    'sessions.signIn',
    'sessions.signInByCode',
    'sessions.signInByToken',
    'sessions.signInByPasskey',
  ])
  for (const { route } of given)
    expect(Object.keys((route.response as z.ZodObject).shape)).toEqual(expect.arrayContaining(['user', 'schools']))
})

/** Changes that the log of a platform administrator's visit keeps, and that the school then reads. */
const logged = allRoutes.filter(
  ({ route }) => ['visitor', 'member', 'admin'].includes(route.access) && route.method !== 'GET' && !route.reads,
)

it('puts into words each change that a school reads of, and nothing else', () => {
  const remedy =
    'write its words into changeLabels of platform.contract.ts, or say `reads` in a route that changes nothing'
  const names = logged.map(({ name }) => name)
  expect(names.filter((name) => !labelledChanges.includes(name)).map((name) => `${name}: ${remedy}`)).toEqual([])
  expect(labelledChanges.filter((name) => !names.includes(name)).map((name) => `${name} is no such route`)).toEqual([])
  expect(changeLabel('courses.publish')).toBe('Publicou um curso')
  expect(changeLabel('toString')).toBe('toString')
})
