import { randomUUID } from 'node:crypto'
import { accounts } from '@escola/contract/accounts.contract'
import type { App } from '@escola/server/app'
import { openSession } from '@escola/server/features/sessions/open-session.service'
import type { DemoSchool } from './demo-types.ts'
import { type Call, seedClient } from './seed-client.ts'

/**
 * Makes a school with its owner, and signs the owner in.
 * @param passwordHash hash that the owner is given by hand, as no user may choose a password that is so common
 */
export async function seedOwner(
  app: App,
  { name, owner, theme, cellphone }: Pick<DemoSchool, 'name' | 'owner' | 'theme' | 'cellphone'>,
  passwordHash: string,
): Promise<{ schoolId: string; ownerId: string; owner: Call }> {
  const { schoolId } = await seedClient(app.http)(accounts.signUpOwner, {
    body: { school_name: name, user_name: owner.name, email: owner.email, password: randomUUID(), disclosure: true },
  })
  const ownerId = await app.database.withPlatform(async (db) => {
    const { id } = await db
      .updateTable('users')
      .set({ password_hash: passwordHash, utc_email_confirmed_on: new Date() })
      .where('email', '=', owner.email)
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('schools')
      .set({
        ui_theme: theme,
        cellphone,
        email: owner.email,
        has_rank: true,
        has_notifications: true,
        has_support: true,
        has_api: true,
      })
      .where('id', '=', schoolId)
      .execute()
    return id
  })
  const person = { userId: ownerId, schoolId: null, device: '', confirm: async () => undefined }
  return { schoolId, ownerId, owner: seedClient(app.http, (await openSession(person, app.sessionTools)).token) }
}
