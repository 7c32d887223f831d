import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { slugify } from '@escola/contract/text'

/** Makes the demonstration schools once per data folder, through the API's own rules, and records the accounts to sign in with. */
const dataDir = process.env.DATA_DIR ?? '.data'
const accountsFile = path.join(dataDir, 'demo-accounts.json')
if (existsSync(accountsFile)) process.exit(0)

// Loaded late: a start that has nothing to seed should not wait for the whole server.
const { buildApp } = await import('@escola/server/app')
const { readConfig } = await import('@escola/server/config')
const { demoSchools } = await import('./demo-content.ts')
const { demoStudents } = await import('./demo-people.ts')
const { seedSchool } = await import('./seed-school.ts')
const { hashPassword } = await import('@escola/server/security/passwords')

const password = 'escola123'
const config = readConfig({ ...process.env, RATE_FACTOR: '1000000', OVERLOAD_WAIT_MS: '0' })
const app = await buildApp(config, { level: 'error' })
const { database } = app
const studentEmail = 'ana.beatriz.souza@atelie.example'
const platformEmail = 'plataforma@escola.example'
const passwordHash = await hashPassword(password)

for (const demo of demoSchools) {
  const existing = await database.withPlatform((db) =>
    db.selectFrom('users').where('email', '=', demo.owner.email).select('id').executeTakeFirst(),
  )
  if (!existing) await seedSchool(app, demo, passwordHash)
}
await database.withPlatform(async (db) => {
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash, utc_email_confirmed_on: new Date() })
    .where('email', '=', studentEmail)
    .execute()
  await db
    .insertInto('users')
    .values({
      email: platformEmail,
      name: 'Plataforma',
      password_hash: passwordHash,
      platform_role: 'admin',
      is_demonstration: true,
      utc_email_confirmed_on: new Date(),
    })
    .onConflict((conflict) => conflict.constraint('users__email').doNothing())
    .execute()
})

const home = `${config.publicUrl}/atelie-do-pao`
const accounts = [
  { role: `owner (${demoSchools[0]!.name})`, email: demoSchools[0]!.owner.email, password, url: home },
  { role: `student (${demoStudents[0]})`, email: studentEmail, password, url: home },
  {
    role: `owner (${demoSchools[1]!.name})`,
    email: demoSchools[1]!.owner.email,
    password,
    url: `${config.publicUrl}/codigo-na-pratica`,
  },
  ...(demoSchools[0]!.affiliates ?? [])
    .filter(({ answer }) => answer !== 'declined')
    .map(({ name, owner: { email } }) => ({
      role: `owner (${name}, filial)`,
      email,
      password,
      url: `${config.publicUrl}/${slugify(name)}`,
    })),
  { role: 'platform administrator', email: platformEmail, password, url: config.publicUrl },
]
await mkdir(dataDir, { recursive: true })
await writeFile(accountsFile, JSON.stringify(accounts, null, 2))
await app.close()
