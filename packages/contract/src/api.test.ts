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

it('whoever is given a session is told who they are and where they may go', () => {
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

it('puts into words what routes do that exist, and names the others', () => {
  const names = new Set(allRoutes.map(({ name }) => name))
  expect(labelledChanges.filter((name) => !names.has(name))).toEqual([])
  expect(changeLabel('courses.publish')).toBe('Publicou um curso')
  expect(changeLabel('toString')).toBe('toString')
})
