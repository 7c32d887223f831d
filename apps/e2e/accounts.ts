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

export const tokenFor = async (email: string, password: string) =>
  (await callsOf()(sessions.signIn, { body: { email, password } })).token

const tokens = new Map<string, Promise<string>>()

/** Opens a session of such an account, once per process. */
export function tokenOf(role: string): Promise<string> {
  const { email, password } = accountOf(role)
  const token = tokens.get(role) ?? tokenFor(email, password)
  tokens.set(role, token)
  return token
}
