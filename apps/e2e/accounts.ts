import { sessions } from '@escola/contract/sessions.contract'
import { callsOf } from './api.ts'

interface Account {
  role: string
  email: string
  password: string
  url: string
}
const accounts = JSON.parse(process.env.E2E_ACCOUNTS ?? '[]') as Account[]

/** The first account of the demonstration that has this role. Its school is for looking at: many journeys do so at once. */
export const accountOf = (role: string) => accounts.find((account) => account.role.startsWith(role))!

export const tokenFor = async (email: string, password: string) =>
  (await callsOf()(sessions.signIn, { body: { email, password } })).token

const tokens = new Map<string, Promise<string>>()

/** A session of such an account, opened once per process. */
export function tokenOf(role: string): Promise<string> {
  const { email, password } = accountOf(role)
  const token = tokens.get(role) ?? tokenFor(email, password)
  tokens.set(role, token)
  return token
}
