import { allRoutes } from '@escola/contract/api'
import { type FieldRight, fieldRightOf, leftOut, rightsAsked } from '@escola/contract/needs'
import {
  mayCall,
  type Permission,
  permissions,
  type Rights,
  rightsOf,
  roles,
  teamRoles,
} from '@escola/contract/permissions'
import type { RouteDefinition } from '@escola/contract/route'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { withholderOf } from '../../http/withheld-fields.ts'
import { type Place, placesOf, sampleOf, valuesAt } from '../schema-samples.ts'

const answers = allRoutes.flatMap(({ name, route }) =>
  route.response instanceof z.ZodType ? [{ name, route, response: route.response }] : [],
)

/** Names of fields that tell what not every role may know, and rights of which each makes it known. */
const telling: { names: RegExp; rights: Permission[] }[] = [
  { names: /(^|_)(e?mails?|phone|cellphone|whatsapp)(_|$)/, rights: ['students'] },
  { names: /(^|_)(cpf|tax_id)(_|$)/, rights: ['students', 'certificates'] },
  {
    names: /(^|_)(prices?|amount|balance|cents|values?|sums?|points|costs?|charged|missing|returned|fee|bank)(_|$)/,
    rights: ['money'],
  },
]

/** Fields that tell nothing of the kind, or tell it to all who may call: the end of the place, with the reason. */
const harmless: Record<string, string> = {
  'mark.points': 'of an assessment',
  'question.points': 'of an assessment',
  'questions[].points': 'of an assessment',
  'asked[].points': 'of an assessment',
  'parts[].points': 'of an assessment',
  'wrong.points': 'of an assessment',
  'answer.points': 'of an assessment',
  'open_answer.points': 'of an assessment',
  'exam.points': 'of an assessment',
  'correction.points': 'of an assessment',
  'events[].points': 'of an assessment, and marked',
  'entries.list[].points': 'karma of the caller',
  sum_hours: 'a switch of a certificate',
  'reach.sums': 'certificates that sum courses',
  txt_value: 'record of a domain',
  'outcomes[].value': 'words of a platform, mapped by who exports all',
  'previews[].value': 'words of a platform, mapped by who exports all',
  'values[].value': 'words of a platform, mapped by who exports all',
  '.values': 'words of a platform, mapped by who exports all',
  amount: 'price of a sale: sales or money, which the route asks for',
  'amount.cents': 'price of a sale: sales or money, which the route asks for',
  'today.cents': 'prices of sales: sales or money, which the route asks for',
  'week.cents': 'prices of sales: sales or money, which the route asks for',
  'refunds.cents': 'prices of sales: sales or money, which the route asks for',
  'waiting.without_email': 'a number of sales',
  '.without_email': 'a number of sales',
  'issuer.tax_id': "the school's own, printed on certificates",
  has_ended_mails: 'a switch of mails',
  utc_mail_stopped_on: "a moment of the school's mail",
  asks_cpf: 'a switch of certificates',
  'doubtful_emails.total': 'a number',
  in_bank: 'a question is in the bank of questions',
  'school.email': "the school's own, which it shows to visitors",
  'school.cellphone': "the school's own, which it shows to visitors",
  'school.phone_e164': "the school's own, which it shows to visitors",
  'user.email': "the caller's own",
  'user.cellphone': "the caller's own",
  'user.cpf': "the caller's own",
  'certificate-cpf.cpf': "the caller's own",
}
const ownThings = new Set(['certificateCpfs.get', 'certificateCpfs.save', 'certificateCpfs.remove'])

const place = ({ path }: Place) => path.reduce((text, step) => `${text}${/^[[{]/.test(step) ? '' : '.'}${step}`, '')

/** Roles of a team that may call a route. */
const rolesAt = (route: RouteDefinition) =>
  route.access === 'admin'
    ? teamRoles.filter((role) => mayCall(rightsOf({ roles: [role], courseIds: ['1'] }), route.may, route.byCourse))
    : route.access === 'member' || route.access === 'visitor' || route.path === '/context'
      ? teamRoles
      : []

it('tells e-mails, telephones and sums by right alone', () => {
  const open = answers.flatMap(({ name, route, response }) => {
    const callers = rolesAt(route)
    return placesOf(response).flatMap((each) => {
      const kind = telling.find(({ names }) => names.test(each.path.at(-1) ?? ''))
      if (
        !kind ||
        each.rights.length > 0 ||
        ownThings.has(name) ||
        placesOf(each.schema).some(({ rights }) => rights.length > 0)
      )
        return []
      const isImplied = callers.every((role) => kind.rights.some((right) => roles[role].permissions.includes(right)))
      const isHarmless = Object.keys(harmless).some((end) => place(each).endsWith(end))
      return isImplied || isHarmless ? [] : [`${name} ${place(each)}: say by needs() which right it takes, or why none`]
    })
  })
  expect([...new Set(open)]).toEqual([])
})

/** Routes that take an e-mail or a telephone from callers who may see none, each with its reason. */
const takesContacts: Record<string, string> = {
  'schools.update': "the school's own",
}
it('takes no e-mail and no telephone of a student from callers who may see none', () => {
  const taking = allRoutes.flatMap(({ name, route }) => {
    const blind =
      route.access === 'admin' && rolesAt(route).some((role) => !roles[role].permissions.includes('students'))
    const fields = [route.body, route.query, route.params].flatMap((input) => (input ? placesOf(input) : []))
    return blind && fields.some(({ path }) => telling[0]!.names.test(path.at(-1) ?? '')) ? [name] : []
  })
  expect([...new Set(taking)].sort()).toEqual(Object.keys(takesContacts).sort())
})

const only = (some: Iterable<Permission>): Rights => ({
  everywhere: new Set(some),
  inCourses: new Set(),
  courseIds: new Set(),
})

const withFields = answers.flatMap(({ name, response }) => {
  const marked = placesOf(response).filter(({ path, schema }) => fieldRightOf(schema) && path.length > 0)
  return marked.length > 0 ? [{ name, response, marked }] : []
})

it.each(withFields)('$name tells each field with its right, and its stand-in without', ({ response, marked }) => {
  const withhold = withholderOf(response)!
  const sample = sampleOf(response)
  expect(response.safeParse(sample).error).toBeUndefined()
  const all = JSON.stringify(sample)
  expect(withhold(sample, only(permissions))).toEqual(sample)
  expect(response.safeParse(withhold(sample, only([]))).error).toBeUndefined()
  for (const { path, rights } of marked) {
    const right = rights.at(-1) as FieldRight
    const around = rights.slice(0, -1).flatMap((each) => rightsAsked(each).slice(0, 1))
    const told = (some: Permission[]) => valuesAt(withhold(sample, only([...around, ...some])), path)
    for (const permission of permissions) {
      const isTold = rightsAsked(right).some((each) => each === permission || around.includes(each))
      const expected = isTold ? valuesAt(sample, path) : undefined
      if (right.instead === leftOut) {
        if (!isTold) expect(told([permission]).length).toBeLessThan(valuesAt(sample, path).length)
      } else if (expected) expect(told([permission])).toEqual(valuesAt(withhold(sample, only(permissions)), path))
      else
        for (const value of told([permission]))
          expect([path, permission, value]).toEqual([path, permission, right.instead])
    }
  }
  expect(JSON.stringify(sample)).toBe(all)
})

it('has a table of the fields that take a right', () => {
  const fields = withFields.flatMap(({ marked }) => marked)
  expect(fields.length).toBeGreaterThan(60)
  for (const { schema, rights } of fields)
    expect(sampleOf(schema), 'a sample that shows the difference').not.toEqual(rights.at(-1)!.instead)
})
