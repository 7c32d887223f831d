import { createHmac } from 'node:crypto'

/** The logins of the running system. Each is a PostgreSQL role made by the migrator (0001_roles.sql says what each may do). */
export const runtimeRoles = ['escola_app', 'escola_platform', 'escola_queue'] as const
export type RuntimeRole = (typeof runtimeRoles)[number]

export interface DatabaseUrls {
  app: string
  platform: string
  queue: string
}

/** Passwords follow from the installation's secret, so one DATABASE_URL is enough to set a machine up. */
export const rolePassword = (secret: string, role: RuntimeRole | 'escola_owner') =>
  createHmac('sha256', secret).update(`database role ${role}`).digest('base64url')

const urlFor = (adminUrl: string, secret: string, role: RuntimeRole) => {
  const url = new URL(adminUrl)
  url.username = role
  url.password = rolePassword(secret, role)
  return url.toString()
}

/** The three runtime addresses that belong to an administrator's address. */
export const runtimeUrls = (adminUrl: string, secret: string): DatabaseUrls => ({
  app: urlFor(adminUrl, secret, 'escola_app'),
  platform: urlFor(adminUrl, secret, 'escola_platform'),
  queue: urlFor(adminUrl, secret, 'escola_queue'),
})

/** The address of the same login on a node of the cluster. */
export function addressOnNode(url: string, { host, port }: { host: string; port: number }): string {
  const address = new URL(url)
  address.hostname = host
  address.port = String(port)
  return address.toString()
}
