import { accounts } from '@escola/contract/accounts.contract'
import { administrators } from '@escola/contract/administrators.contract'
import { cohorts } from '@escola/contract/cohorts.contract'
import { messages } from '@escola/contract/messages'
import type { RouteDefinition } from '@escola/contract/route'
import { schools } from '@escola/contract/schools.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { expect, it } from 'vitest'
import { world } from './world.ts'

const owner = { school_name: 'Escola Nova', user_name: 'Maria da Silva', password: 'pao-de-queijo1', disclosure: true }
const student = { name: 'Ana Souza', email: 'ana@example.com', password: 'pao-de-queijo1', disclosure: true }
const ownerAt = (email: string) => ({ ...owner, email })
const recovery = { params: { token: 'x'.repeat(43) } }

/** Cases of the specification's table of fields (part 1 §5): the call's body, the refused field and its words. */
const rows: [row: string, route: RouteDefinition, body: object, refused: Record<string, string>][] = [
  ['e-mail of the login', sessions.signIn, { email: 'ana@', password: 'x' }, { email: messages.email }],
  ['e-mail of the recovery', sessions.requestRecovery, { email: 'ana' }, { email: messages.email }],
  ['e-mail of a sign-up', accounts.signUpOwner, ownerAt('maria@'), { email: messages.emailSignUp }],
  [
    'e-mail of an administrator',
    administrators.add,
    { name: 'Bia Lima', email: 'bia' },
    { email: messages.emailSignUp },
  ],
  [
    'password, length',
    sessions.setNewPassword,
    { password: 'abc1', repeatPassword: 'abc1' },
    { password: messages.passwordShort },
  ],
  [
    'password, letter',
    sessions.setNewPassword,
    { password: '123456', repeatPassword: '123456' },
    { password: messages.passwordLetter },
  ],
  [
    'password, digit',
    sessions.setNewPassword,
    { password: 'abcdef', repeatPassword: 'abcdef' },
    { password: messages.passwordDigit },
  ],
  [
    'repeat password',
    sessions.setNewPassword,
    { password: 'abcde1', repeatPassword: 'abcde2' },
    { repeatPassword: messages.passwordRepeat },
  ],
  ['terms', accounts.signUpOwner, { ...ownerAt('m@example.com'), disclosure: false }, { disclosure: messages.terms }],
  [
    'user name',
    accounts.signUpOwner,
    { ...ownerAt('m@example.com'), user_name: '' },
    { user_name: messages.signUpUserName },
  ],
  [
    'school name',
    accounts.signUpOwner,
    { ...ownerAt('m@example.com'), school_name: '' },
    { school_name: messages.signUpSchoolName },
  ],
  ['student name', cohorts.addStudent, { name: '', email: 'ana@example.com' }, { name: messages.studentName }],
  ['student name at sign-up', accounts.signUpStudent, { ...student, name: '' }, { name: messages.studentName }],
  ['settings: link', schools.update, { use_own_domain: true, link: 'sem ponto' }, { link: messages.settingsDomain }],
  ['settings: e-mail', schools.update, { email: 'escola' }, { email: messages.settingsEmail }],
  ['settings: cellphone', schools.update, { cellphone: '119123456' }, { cellphone: messages.settingsCellphone }],
  ['settings: assistant', schools.update, { assistant_name: 'Ana' }, { assistant_name: messages.settingsAssistant }],
]

it.each(rows)('%s', async (_, route, body, refused) => {
  const { call, northside } = await world()
  const cohort = await northside.make.cohort()
  const params = { schoolId: northside.id, id: cohort.id, ...recovery.params }
  const answer = await call(route, { as: northside.admin, params, body } as never)
  expect([answer.status, answer.error.fields]).toEqual([400, refused])
})

it('lowers e-mails and takes white space out of them', async () => {
  const { call, database } = await world()
  expect((await call(accounts.signUpOwner, { body: ownerAt(' Mar ia@Example.COM ') as never })).status).toBe(201)
  const member = await database.withPlatform((db) =>
    db.selectFrom('users').where('email', '=', 'maria@example.com').select('name').executeTakeFirst(),
  )
  expect(member).toEqual({ name: 'Maria da Silva' })
})
