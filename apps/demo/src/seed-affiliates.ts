import { affiliates } from '@escola/contract/affiliates.contract'
import { profiles } from '@escola/contract/profiles.contract'
import type { App } from '@escola/server/app'
import { openSchool } from '@escola/server/core/scope'
import { syncAffiliate } from '@escola/server/features/affiliates/syncing.service'
import type { DemoAffiliate } from './demo-types.ts'
import type { Call } from './seed-client.ts'
import { seedOwner } from './seed-owner.ts'

/** Makes the affiliates of a school, each with its answer to the invitation; the worker copies the courses of the plan once it runs. */
export async function seedAffiliates(
  app: App,
  franchisor: Call,
  { schoolId: franchisorId, list, passwordHash }: { schoolId: string; list: DemoAffiliate[]; passwordHash: string },
): Promise<void> {
  await app.database.withPlatform((db) =>
    db.updateTable('schools').set({ has_affiliation: true }).where('id', '=', franchisorId).execute(),
  )
  const params = { schoolId: franchisorId }
  const body = { title: 'Rede Ateliê do Pão', all_degrees: true }
  const { plan } = await franchisor(affiliates.createPlan, { params, body })
  for (const { answer, ...school } of list) {
    const { schoolId, owner } = await seedOwner(app, school, passwordHash)
    await owner(profiles.update, { body: { schoolId, name: school.owner.name, cellphone: school.cellphone } })
    const { host } = new URL(app.tools.config.publicUrl)
    const link = `${host}/${await findNamespace(app, schoolId)}`
    await franchisor(affiliates.invite, { params: { schoolId: franchisorId, planId: plan.id }, body: { link } })
    const tools = { openSchool: (id: string) => openSchool(app.database, id), now: app.tools.now }
    const sync = () => syncAffiliate({ franchisorId, affiliateId: schoolId }, tools)
    await sync()
    if (!answer) continue
    await owner(affiliates.answer, { params: { schoolId }, body: { column: answer, school_id: franchisorId } })
    await sync()
  }
}

const findNamespace = (app: App, id: string) =>
  app.database.withPlatform(async (db) => {
    const row = await db.selectFrom('schools').where('id', '=', id).select('namespace').executeTakeFirstOrThrow()
    return row.namespace
  })
