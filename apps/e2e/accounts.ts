import { security } from '@escola/contract/security.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { callsOf } from './api.ts'

interface Account {
  role: string
  email: string
  password: string
  url: string
}
const accounts = JSON.parse(process.env.E2E_ACCOUNTS ?? '[]') as Account[]

/** Finds the first account of the demonstration with this role. Its school is only read, because many journeys use it at once. */
export const accountOf = (role: string) => accounts.find((account) => account.role.startsWith(role))!

/** The demonstration's platform administrator goes on without a second factor. */
async function withoutFactor(token: string) {
  await callsOf(token)(security.skipSecondFactor, {})
  return token
}

export const tokenFor = async (email: string, password: string) =>
  (await callsOf()(sessions.signIn, { body: { email, password } })).token

const tokens = new Map<string, Promise<string>>()

/** Opens a session of such an account, once per process. */
export function tokenOf(role: string): Promise<string> {
  const { email, password } = accountOf(role)
  const open = async () => {
    const token = await tokenFor(email, password)
    return role === 'platform' ? withoutFactor(token) : token
  }
  const token = tokens.get(role) ?? open()
  tokens.set(role, token)
  return token
}
