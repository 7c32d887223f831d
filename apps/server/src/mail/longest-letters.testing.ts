import { noticeKinds, noticeLimits } from '@escola/contract/notices.contract'
import { deletionTemplates } from './deletion-templates.ts'
import { digestLetter, type News } from './digest-template.ts'
import { emailChangeTemplates } from './email-change-templates.ts'
import type { Letter, Letterhead } from './letter.ts'
import { mergeTemplates } from './merge-templates.ts'
import { otherEmailLetter } from './other-email-template.ts'
import { paymentTemplates } from './payment-templates.ts'
import { purchaseStatuses, purchaseTemplates } from './purchase-templates.ts'
import { securityTemplates } from './security-templates.ts'
import { type Place, teamTemplates } from './team-templates.ts'
import { templates } from './templates.ts'

/** Texts of one word leave no place for a line to end. */
const word = (text: string, length: number) => text.repeat(length).slice(0, length)
const name = word('Maximiliana', 75)
const title = word('Fermentação', 96)
const email = `${word('ana-beatriz', 60)}@fermentacao.example.com`
const sentence = 'Como sei que a massa descansou o bastante? '.repeat(12)
const url = `https://escola.example/${word('atelie-do-pao-', 40)}/${word('link-', 90)}`
const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

export const longestHead: Letterhead = { schoolName: name, schoolUrl: url, theme: 'mata', logo: '', logoDark: '' }
const reader = { personName: name, schoolName: name }
const given = { cohortTitle: title, courses: [{ title, cover: pixel }, ...Array(9).fill({ title, cover: pixel })] }
const utc_on = '2026-11-26T15:00:00.000Z'
const act = { device: word('Navegador ', 60), utc_on }
const by = { name, email }
const place: Place = { roles: ['teacher', 'moderator', 'attendant', 'treasurer'], courses: Array(12).fill({ title }) }
const accountPages = { recoveryUrl: url, securityUrl: url, dataUrl: url, loginUrl: url, undoUrl: url }
const added = { act, denialUrl: url, securityUrl: url }
const merged = { act, by, other: by, schoolUrl: url, contactUrl: url, goesOn: true }
const payment = { paymentId: '123456', item: 'super', way: 'card', cents: 123_456_789, url } as const
const unpaid = { planId: 'super', students: 123_456, domains: 12, cents: 123_456_789, url } as const
const code = word('HP0123456789', 60)
const news = noticeKinds.flatMap((kind) =>
  Array.from({ length: noticeLimits.named + 1 }, (): News => {
    const counts = { enrolled: 12_345, refused: 12_345, cents: -123_456_789 }
    return { kind, title, person: name, ...counts, question: kind === 'question_asked' ? sentence : '', url }
  }),
)

/** Every mail, with the longest values that it can have. A template that is missing here doesn't compile. */
const byTemplate: Record<
  | keyof typeof templates
  | keyof typeof paymentTemplates
  | keyof typeof securityTemplates
  | keyof typeof teamTemplates
  | keyof typeof mergeTemplates
  | keyof typeof deletionTemplates
  | `purchase_${keyof typeof purchaseTemplates}`
  | `email_change_${keyof typeof emailChangeTemplates}`
  | 'admin_digest'
  | 'other_email',
  Letter
> = {
  activation: templates.activation(reader, { url, denialUrl: url }),
  invitation: templates.invitation(reader, { url, ...given }),
  administrator_invitation: teamTemplates.administrator_invitation(reader, { url, place }),
  administrator_access: teamTemplates.administrator_access(reader, { url, place }),
  enrollment: templates.enrollment(reader, { url, cohortTitle: title, courses: given.courses.slice(0, 1) }),
  access_ends: templates.access_ends(reader, { url, lastDay: '31/12/2026', contactUrl: url, ...given }),
  access_ended: templates.access_ended(reader, {
    ...{ cohortTitle: title, why: 'a assinatura foi cancelada', day: '31/12/2026', contactUrl: url },
  }),
  recovery: templates.recovery(reader, { url }),
  school_blocked: templates.school_blocked(reader, { url, reason: sentence, supportEmail: email }),
  school_unblocked: templates.school_unblocked(reader, { url, supportEmail: email }),
  modules_opened: templates.modules_opened(reader, {
    homeUrl: url,
    courses: given.courses.map((course) => ({ ...course, url, modules: Array(9).fill(title) })),
  }),
  exam_corrected: templates.exam_corrected(reader, { url, lessonTitle: title, courseTitle: title }),
  question_answered: templates.question_answered(reader, {
    ...{ url, answeredBy: name, lessonTitle: title, courseTitle: title },
    question: `<p>${title}</p><pre>${sentence}</pre>`,
    answer: `<h2>${title}</h2><ul><li><a href="${url}">${url}</a></li></ul>`,
  }),
  certificate_ready: templates.certificate_ready(reader, {
    ...{ url, listUrl: url },
    certificate: { studentName: name, courseTitle: title, courses: 2, issuedOn: '31/12/2026', code: 'ABCD-EFGH-JKLM' },
  }),
  certificate_revoked: templates.certificate_revoked(reader, { url, courseTitle: title, why: sentence }),
  admin_digest: digestLetter(reader, { url, balanceUrl: url, offUrl: url, news }),
  payment_receipt: paymentTemplates.payment_receipt(reader, { ...payment, utc_paid_on: utc_on }),
  payment_returned: paymentTemplates.payment_returned(reader, payment),
  renewal_failed: paymentTemplates.renewal_failed(reader, {
    ...{ ...unpaid, way: 'card', utc_ends_on: utc_on, asksToConfirm: true },
  }),
  plan_ended: paymentTemplates.plan_ended(reader, { ...unpaid, isUnpaid: true, utc_ended_on: utc_on }),
  plan_pix_code: paymentTemplates.plan_pix_code(reader, { ...unpaid, utc_paid_until: utc_on }),
  plan_card_expires: paymentTemplates.plan_card_expires(reader, {
    ...unpaid,
    last_4_digits: '4242',
    expires: '12/2026',
    utc_paid_until: utc_on,
  }),
  password_changed: securityTemplates.password_changed(reader, { act, pages: accountPages }),
  second_factor_removed: securityTemplates.second_factor_removed(reader, { act, pages: accountPages }),
  second_factor_added: securityTemplates.second_factor_added(reader, added),
  passkey_added: securityTemplates.passkey_added(reader, added),
  new_device: securityTemplates.new_device(reader, { act, pages: accountPages }),
  administrator_added: teamTemplates.administrator_added(reader, {
    act: { ...act, roles: place.roles },
    by,
    administrator: by,
    url,
  }),
  owner_named: teamTemplates.owner_named(reader, { act: { ...act, stepsDown: true }, by, administrator: by, url }),
  team_place_changed: teamTemplates.team_place_changed(reader, { act, by, place, url }),
  domain_removed: securityTemplates.domain_removed(reader, { act, by, domain: email, schoolUrl: url, url }),
  students_merged: mergeTemplates.students_merged(reader, merged),
  merge_undone: mergeTemplates.merge_undone(reader, merged),
  email_corrected: mergeTemplates.email_corrected(reader, merged),
  deletion_asked: deletionTemplates.deletion_asked(reader, { act, pages: accountPages }),
  deletion_taken_back: deletionTemplates.deletion_taken_back(reader, { act, pages: accountPages }),
  account_erased: deletionTemplates.account_erased({ ...reader, url }),
  purchase_invitation: purchaseTemplates.invitation(reader, { code, url }),
  purchase_access: purchaseTemplates.access(reader, { code, url }),
  purchase_closed: purchaseTemplates.closed(reader, { code, standing: purchaseStatuses[0] }),
  email_change_code: emailChangeTemplates.code({ code: '123456' }),
  email_change_taken: emailChangeTemplates.taken(accountPages),
  email_change_changed: emailChangeTemplates.changed(reader, { act, pages: accountPages, newEmail: email }),
  email_change_restored: emailChangeTemplates.restored(reader, { pages: accountPages }),
  email_change_left: emailChangeTemplates.left(reader),
  other_email: otherEmailLetter(reader, { other: email, isOwn: false }),
}
export const longestLetters = Object.entries(byTemplate).map(([kind, letter]) => ({ kind, letter }))
