import type { Person } from '../../../testing/call.ts'
import type { World } from '../../../testing/world.ts'

/** Makes a school whose first template has issued a certificate to each of these students. */
export async function makeCertificates(w: World, names: string[]) {
  const school = await w.makeSchool('Reemissora')
  const course = await school.make.course({ title: 'Pães', modules: [1] })
  const issued: { person: Person; id: string; code: string; record_id: string }[] = []
  const { id: templateId } = await school.tx((db) =>
    db.selectFrom('certificate_templates').select('id').executeTakeFirstOrThrow(),
  )
  for (const name of names) {
    const person = await school.make.student(name)
    const { id, code, record_id } = await school.make.certificate(course, person)
    issued.push({ person, id, code, record_id: record_id! })
  }
  await school.tx(async (db) => {
    await db.updateTable('certificates').set({ template_id: templateId }).execute()
    const completed = issued.map(({ person }) => ({
      user_id: person.userId,
      course_id: course.id,
      utc_completed_on: new Date(),
    }))
    await db.insertInto('course_progress').values(completed).execute()
  })
  return { school, course, issued, templateId }
}
