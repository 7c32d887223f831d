import { administrators } from '@escola/contract/administrators.contract'
import { allRoutes } from '@escola/contract/api'
import { fillPath } from '@escola/contract/call'
import { hasRight, mayCall, type Permission, rightsOf, type TeamRole, teamRoles } from '@escola/contract/permissions'
import type { RouteDefinition } from '@escola/contract/route'
import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { type MessageKind, messageParams } from '../../features/messages/message-kinds.ts'
import { queueMessages } from '../../features/messages/messages.service.ts'
import { isOfTeamKind } from '../../features/messages/team-mails.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { multipart, type Person } from '../call.ts'
import { runPending } from '../jobs.ts'
import { openMailbox } from '../open-mailbox.ts'
import { contacts, planted, plantSchool, sums } from '../planted-school.ts'
import { sampleOf } from '../schema-samples.ts'
import { type World, world } from '../world.ts'

let w: World
let facts: Awaited<ReturnType<typeof plantSchool>>

/** Places in a team, by name: each role, and some together. */
const places: Record<string, TeamRole[]> = {
  ...Object.fromEntries(teamRoles.map((role) => [role, [role]])),
  'attendant and treasurer': ['attendant', 'treasurer'],
  'course_teacher and moderator': ['course_teacher', 'moderator'],
}
const people: Record<string, Person> = {}
const coursesOf = (roles: TeamRole[]) => (roles.includes('course_teacher') ? [facts.ids.courseId] : [])
const rightsAt = (place: string) => rightsOf({ roles: places[place]!, courseIds: coursesOf(places[place]!) })
const lacks = (place: string, right: Permission) => !hasRight(rightsOf({ roles: places[place]!, courseIds: [] }), right)
/** Words that a place in the team may not read. */
const hiddenFrom = (place: string) => [
  ...(lacks(place, 'students') ? contacts : []),
  ...(lacks(place, 'money') ? sums : []),
]

beforeAll(async () => {
  w = await world()
  facts = await plantSchool(w)
  for (const [place, roles] of Object.entries(places))
    people[place] = await facts.school.makeTeamMember({ roles, courseIds: coursesOf(roles) })
})

const ofSchool = allRoutes.filter(
  ({ route }) => (route.path.startsWith('/school/') || route.path === '/context') && route.response !== 'events',
)
const gets = ofSchool.filter(({ route }) => route.method === 'GET')
const acts = ofSchool.filter(({ route }) => route.method !== 'GET' && !route.bytes)
const ofTeam = allRoutes.filter(({ route }) => route.access === 'admin')

const mayAsk = (place: string, route: RouteDefinition) =>
  route.access !== 'admin' || mayCall(rightsAt(place), route.may, route.byCourse)

interface Asked {
  query?: string
  body?: unknown
  /** Finds an id for a name in the route's path. */
  idOf: (name: string) => string
}

async function send(person: Person, route: RouteDefinition, { query = '', body, idOf }: Asked) {
  const names = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
  const { school, ids } = facts
  const signedIn = { authorization: `Bearer ${person.token}` }
  const form = route.multipart && multipart(Object(body), { bytes: Buffer.from('oi'), filename: 'a.txt' }, signedIn)
  const { statusCode, body: text } = await w.app.inject({
    method: route.method,
    url: `/api${fillPath(route.path, Object.fromEntries(names.map((name) => [name, idOf(name)])))}?domain=localhost&pathname=/escola/${school.id}&school_gateway_id=${ids.cohort}${query}`,
    headers: signedIn,
    ...(form ?? (body === undefined ? {} : { payload: body as object })),
  })
  return { status: statusCode, text }
}

/** Asks with each meaning of the names in the route's path. */
async function ask(place: string, route: RouteDefinition, asked: Omit<Asked, 'idOf'> = {}) {
  const { meaningsOf } = facts
  const names = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
  const tried = Math.max(1, ...names.map((name) => meaningsOf(name).length))
  const answers = []
  for (let meaning = 0; meaning < tried; meaning += 1) {
    const idOf = (name: string) => meaningsOf(name)[meaning] ?? meaningsOf(name)[0]!
    answers.push(await send(people[place]!, route, { ...asked, idOf }))
  }
  return answers
}

/** Makes a body, or parameters of a mail, that name what the school has. */
function samplesOf(schema: z.ZodType | undefined): unknown {
  const named = (value: unknown, name = ''): unknown => {
    if (Array.isArray(value)) return value.map((each) => named(each, name.replace(/s$/, '')))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, named(each, key)]))
    if (typeof value === 'number' && /cents$/i.test(name)) return planted.cents
    const isName = /(^|_)link$|Link$/.test(name) || (value === '7' && /(^|_)id$|Id$/.test(name))
    return isName ? facts.meaningsOf(name)[0] : value
  }
  return schema && named(sampleOf(schema))
}

/** Asks the routes that a place in the team may call for words that it may not read. */
async function leaks(place: string, words: string[], routes = gets) {
  const told = new Set<string>()
  let answered = 0
  for (const { name, route } of routes) {
    if (!mayAsk(place, route)) continue
    for (const { status, text } of await ask(place, route, { body: samplesOf(route.body) })) {
      if (status >= 500) told.add(`${name}: ${text}`)
      if (status < 300) answered += 1
      for (const word of words) if (text.includes(word)) told.add(`${name}: ${word}`)
    }
  }
  return { told: [...told], answered }
}

const names = Object.keys(places)
const unknown = (name: string) => (name === 'schoolId' ? facts.school.id : '1')
const noBody = (route: RouteDefinition) => (route.body || route.multipart ? [] : undefined)

describe('each route of the team', () => {
  it.each(names)('is refused to the place %s where it lacks the right, and otherwise answers', async (place) => {
    const wrong: string[] = []
    for (const { name, route } of ofTeam) {
      // A stream of events would stay open.
      if (route.response === 'events' && mayAsk(place, route)) continue
      const { status, text } = await send(people[place]!, route, { body: noBody(route), idOf: unknown })
      const isNeeded = status === 403 && text.includes('"permission_needed"')
      const isRefused = isNeeded || text.includes('"forbidden"')
      const isRight = mayAsk(place, route) ? !isRefused && status < 500 : isNeeded
      if (!isRight) wrong.push(`${name}: ${status} ${text.slice(0, 200)}`)
    }
    expect(wrong).toEqual([])
  })
  it('is refused to a removed member and to an owner of another school', async () => {
    const { school } = facts
    const removed = await school.makeTeamMember({ roles: ['administrator'] })
    const done = await w.call(administrators.remove, { as: school.admin, body: { user_id: removed.userId } })
    expect(done.status).toBe(200)
    for (const person of [removed, w.riverside.admin])
      for (const { name, route } of ofTeam) {
        const { status } = await send(person, route, { body: noBody(route), idOf: unknown })
        expect.soft([name, status]).toEqual([name, 404])
      }
  })
})

describe('planted in the rows of a school', () => {
  it('an e-mail, a telephone and a sum are read by its owner', async () => {
    const { told } = await leaks('owner', [...contacts, ...sums])
    for (const word of ['semente.plantada', '988776655']) expect(told.join('\n')).toContain(word)
    expect(told.some((each) => sums.some((sum) => each.endsWith(sum)))).toBe(true)
  })
  it.each(names.filter((place) => hiddenFrom(place).length > 0))(
    'no e-mail, telephone, CPF or sum is read without its right in the place %s',
    async (place) => {
      const { told, answered } = await leaks(place, hiddenFrom(place))
      expect(told).toEqual([])
      expect(answered).toBeGreaterThan(5)
    },
  )
  /** Lists the routes in which a text that is known and one that isn't find different things. */
  async function findings(place: string) {
    const told: string[] = []
    for (const { name, route } of gets) {
      const searched = ['search', 'q'].find((field) => route.query && field in route.query.shape)
      if (!searched || !mayAsk(place, route)) continue
      const find = async (text: string) =>
        (await ask(place, route, { query: `&${searched}=${encodeURIComponent(text)}` }))
          .map(({ status, text: answer }) => (status === 200 ? answer : status))
          .join()
      for (const [known, strange] of [
        ['semente.plant', 'ninguem.assim'],
        ['988776655', '911112222'],
      ] as const)
        if ((await find(known)) !== (await find(strange))) told.push(`${name} by ${known}`)
    }
    return told
  }
  it('an e-mail and a telephone are found by its owner', async () => {
    const told = await findings('owner')
    for (const known of ['semente.plant', '988776655']) {
      expect(told).toContain(`students.list by ${known}`)
      expect(told).toContain(`search.everything by ${known}`)
    }
  })
  it.each(names.filter((place) => lacks(place, 'students')))(
    'no search by an e-mail or a telephone tells the place %s whose it is',
    async (place) => {
      expect(await findings(place)).toEqual([])
    },
  )
})

describe('a change by a member of the team', () => {
  // Those who can delete the planted student come last.
  const order = ['moderator', 'treasurer', 'course_teacher', 'teacher', 'course_teacher and moderator', 'attendant']
  it.each([...order, 'attendant and treasurer', 'administrator'])(
    'tells the place %s no e-mail, telephone, CPF or sum without its right',
    async (place) => {
      const { told } = await leaks(place, hiddenFrom(place), acts)
      expect(told).toEqual([])
    },
  )
})

describe('a mail to the team', () => {
  it('tells a place no e-mail, telephone, CPF or sum without its right', async () => {
    const { school } = facts
    const { mailbox, mailer } = await openMailbox(w)
    const kinds = (Object.keys(messageParams) as MessageKind[]).filter(isOfTeamKind)
    await school.tx(async (db) => {
      for (const kind of kinds) {
        const recipients = names.map((place) => ({ userId: people[place]!.userId, dedupeKey: `${kind}:${place}` }))
        await queueMessages(db, { kind, params: samplesOf(messageParams[kind]) as never, recipients }, w.tools)
      }
    })
    const only = [jobs.deliverMessages, jobs.deliverUrgentMessages]
    await runPending(w, school, { own: { mailer }, only })
    const read = async (place: string) => {
      const mails = mailbox.messages({ to: people[place]!.email })
      return (await Promise.all(mails.map(({ id }) => mailbox.read(id)))).map((mail) => JSON.stringify(mail)).join()
    }
    for (const place of names) {
      const text = await read(place)
      expect.soft([place, hiddenFrom(place).filter((word) => text.includes(word))]).toEqual([place, []])
    }
    const told = await read('treasurer')
    expect(sums.some((sum) => told.includes(sum))).toBe(true)
  })
})
