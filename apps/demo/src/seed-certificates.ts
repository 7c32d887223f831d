import { certificateIssues } from '@escola/contract/certificate-issues.contract'
import { certificateTemplates } from '@escola/contract/certificate-templates.contract'
import type { App } from '@escola/server/app'
import { openSchool } from '@escola/server/core/scope'
import sharp from 'sharp'
import type { DemoTemplate } from './demo-types.ts'
import type { Call } from './seed-client.ts'
import type { MadeCourse } from './seed-course.ts'

/** Saves the models of certificates; the first one is that with which the school began. */
export async function seedTemplates(
  owner: Call,
  { schoolId, templates, made }: { schoolId: string; templates: DemoTemplate[]; made: MadeCourse[] },
): Promise<void> {
  const params = { schoolId }
  for (const [at, { title, layout, kind = 'course', courses, signers, stroke }] of templates.entries()) {
    const id =
      at === 0
        ? (await owner(certificateTemplates.list, { params })).certificateList[0]!.id
        : (await owner(certificateTemplates.create, { params, body: { title } })).certificate.id
    const named = made.filter((course) => courses?.includes(course.demo.title)).map((course) => course.id)
    await owner(certificateTemplates.saveTitle, { params: { schoolId, id }, body: { title } })
    await owner(certificateTemplates.save, {
      params,
      fields: {
        id,
        kind,
        layout,
        all_degrees: courses ? 'false' : 'true',
        degrees: JSON.stringify(named),
        signatures: JSON.stringify(signers),
      },
      file: { bytes: await drawSignature(stroke), filename: 'assinatura.png' },
    })
  }
}

const drawSignature = (stroke: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="320"><path d="${stroke}" fill="none" stroke="#1B3A8F" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
    ),
  )
    .png()
    .toBuffer()

/** Revokes the certificate of a student, in a course that others have finished too. */
export async function seedRevocation(
  app: App,
  owner: Call,
  { schoolId, ownerId, userIds, why }: { schoolId: string; ownerId: string; userIds: string[]; why: string },
): Promise<void> {
  const certificate = await openSchool(app.database, schoolId).tx((db) =>
    db
      .selectFrom('certificates')
      .select('id')
      .where('course_id', 'is not', null)
      .where((is) => is('user_id', '=', is.fn.any(is.val(userIds))))
      .orderBy('id')
      .executeTakeFirst(),
  )
  if (!certificate) return
  // The owner's password, which such a call asks for, was given by hand.
  await app.database.withPlatform((db) =>
    db.updateTable('sessions').set({ utc_proven_on: new Date() }).where('user_id', '=', ownerId).execute(),
  )
  await owner(certificateIssues.revoke, { params: { schoolId, id: certificate.id }, body: { why } })
}
