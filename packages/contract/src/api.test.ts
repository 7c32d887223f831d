import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allRoutes } from './api.ts'
import { changeLabel, isChange, labelledChanges } from './change-labels.ts'

/** Places in a schema at which a transform stands that can't be undone: JSON Schema looks past those that are piped on. */
function findTransforms(node: unknown, place = 'answer', seen = new Set<unknown>()): string[] {
  if (typeof node !== 'object' || node === null || seen.has(node)) return []
  seen.add(node)
  if (node instanceof z.core.$ZodType) {
    const { def } = node._zod
    if (def.type === 'transform') return [place]
    const inner = def.type === 'lazy' ? { getter: (def as z.core.$ZodLazyDef).getter() } : def
    return findTransforms(inner, place, seen)
  }
  return Object.entries(node).flatMap(([key, value]) => findTransforms(value, `${place}.${key}`, seen))
}

describe('every route of the contract', () => {
  it.each(allRoutes.map(({ name, route }) => [name, route] as const))('%s answers plain data', (_, { response }) => {
    // Answers are encoded, not parsed: a transform in one would fail at the first answer that reaches it.
    if (response instanceof z.ZodType) expect(() => z.toJSONSchema(response, { io: 'output' })).not.toThrow()
    expect(findTransforms(response), 'take .transform out of the answer: texts are cleaned where they come in').toEqual(
      [],
    )
  })
  it('would see a transform wherever it stands', () => {
    const cleaned = z
      .string()
      .transform((text) => text.trim())
      .pipe(z.string())
    const both = z.codec(z.string(), z.number(), { decode: Number, encode: String })
    expect(findTransforms(z.object({ notes: z.array(z.object({ text: cleaned.nullish() })), both }))).toEqual([
      'answer.shape.notes.element.shape.text.innerType.innerType.in.out',
    ])
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
  ({ route }) =>
    ['visitor', 'member', 'admin'].includes(route.access) &&
    (isChange(route) || ('isLogged' in route && route.isLogged)),
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

const ownRow = 'it changes one row, that of the caller'
const perStudent = 'a class sits behind one address, and the service counts each student'
const perLesson = 'it writes one row for each lesson of a course'
const removal = 'it only removes'
const proven = 'its sender is proven by a signature, and counted by school'
const own = 'it asks for a proof, and tries of proofs are limited'
/** Writing calls without a rate that students or strangers may make, each with the reason why it fills no table. */
const withoutRate: Record<string, string> = {
  'accounts.setDarkMode': ownRow,
  'bookmarks.save': perLesson,
  'certificateCpfs.save': ownRow,
  'certificateCpfs.remove': removal,
  'certificates.chooseShown': ownRow,
  'examAttempts.begin': perStudent,
  'examAttempts.handIn': perStudent,
  'examAttempts.open': perStudent,
  'examAttempts.save': perStudent,
  'learning.complete': perLesson,
  'learning.savePosition': perLesson,
  'notifications.read': ownRow,
  'ownData.takeDeletionBack': removal,
  'payments.processPaymentEvent': proven,
  'practice.begin': perStudent,
  'practice.answer': perStudent,
  'profiles.removePicture': removal,
  'profiles.saveDescription': ownRow,
  'sales.receive': proven,
  'sales.receiveAtAddress': proven,
  'security.startSecondFactor': own,
  'security.skipSecondFactor': ownRow,
  'security.removeSecondFactor': own,
  'security.renewCodes': own,
  'security.startPasskey': own,
  'security.addPasskey': own,
  'security.removePasskey': own,
  'sessions.endDevice': removal,
  'sessions.endOtherDevices': removal,
  'sessions.signOut': removal,
  'sms.receiveZenvia': proven,
  'threads.remove': removal,
}

it('limits the rate of each call by which students or strangers write', () => {
  const open = allRoutes.filter(
    ({ route }) =>
      ['public', 'visitor', 'session', 'member'].includes(route.access) && route.method !== 'GET' && !route.reads,
  )
  const bare = open.filter(({ route }) => !route.rateLimit).map(({ name }) => name)
  const remedy = 'say its rateLimit in the contract, or why it needs none in withoutRate of api.test.ts'
  expect(bare.filter((name) => !withoutRate[name]).map((name) => `${name}: ${remedy}`)).toEqual([])
  expect(Object.keys(withoutRate).filter((name) => !bare.includes(name))).toEqual([])
})
