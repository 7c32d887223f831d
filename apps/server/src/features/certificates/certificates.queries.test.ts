import { it } from 'vitest'
import { expectShape } from '../../testing/row-shape.ts'
import { world } from '../../testing/world.ts'
import { findPrint, findSigner } from './certificates.queries.ts'

it('reads what is printed as it declares', async () => {
  const { northside, database } = await world()
  const { make, student, tx } = northside
  const [plain, drawn] = [await make.course(), await make.course()]
  const [first, second] = [await make.certificate(plain, student), await make.certificate(drawn, student)]
  const keys = { signature_key: 'assinatura', logo_key: 'logo' }
  await tx((db) => db.updateTable('certificates').set(keys).where('id', '=', second.id).execute())
  const named = await tx(async (db) => (await findPrint(db, first.id))!)
  await database.withPlatform((db) =>
    db.updateTable('schools').set({ namespace: null }).where('id', '=', northside.id).execute(),
  )
  const prints = [named, await tx(async (db) => (await findPrint(db, second.id))!)]
  expectShape(prints, {
    user_id: 'string',
    course_id: 'string',
    status: 'string',
    follows_another: 'boolean',
    code: 'string',
    student_name: 'string',
    course_title: 'string',
    workload_minutes: 'number',
    school_name: 'string',
    signature_name: 'string',
    signature_key: 'string or null',
    logo_key: 'string or null',
    utc_completed_on: 'Date',
    utc_issued_on: 'Date',
    ui_theme: 'string',
    namespace: 'string or null',
  })
})

it('reads the person who signs as it declares', async () => {
  const { makeSchool } = await world()
  const { make, tx } = await makeSchool('Assinaturas')
  const course = await make.course()
  const signer = async () => (await tx((db) => findSigner(db, course.id, { automaticOnly: true })))!
  const unsigned = await signer()
  await tx((db) => db.updateTable('certificate_templates').set({ signature_key: 'assinatura' }).execute())
  expectShape([unsigned, await signer()], { signature_name: 'string', signature_key: 'string or null' })
})
