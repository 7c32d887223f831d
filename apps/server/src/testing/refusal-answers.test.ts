import { limits } from '@escola/contract/limits'
import { payments } from '@escola/contract/payments.contract'
import type { PracticeQuestion } from '@escola/contract/practice.contract'
import type { PayableItem } from '@escola/contract/prices'
import { refusalAnswers } from '@escola/contract/refusal-answers.testing'
import { salesLimits } from '@escola/contract/sales'
import { sessions } from '@escola/contract/sessions.contract'
import type { Tables } from '@escola/db'
import { StripeControl } from '@escola/dev-services/stripe/control/client'
import type { Updateable } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { makeExamSchool } from '../features/exam-attempts/exam-attempts.testing.ts'
import { makeCorrected } from '../features/exam-corrections/exam-corrections.testing.ts'
import { makeOpenSchool } from '../features/exam-open-answers/exam-open-answers.testing.ts'
import { makePracticeSchool } from '../features/practice/practice.testing.ts'
import type { CallOptions } from './call.ts'
import { paying } from './paying.ts'
import { refusalCases } from './refusal-cases.testing.ts'
import { type World, world } from './world.ts'

type Name = keyof typeof refusalAnswers
type Provoking<N extends Name> = CallOptions<(typeof refusalAnswers)[N]['route']>

const stripeUrl = process.env.TEST_STRIPE_URL!
let w: World
let cases: ReturnType<typeof refusalCases>
beforeAll(async () => {
  w = await world({ RATE_FACTOR: '2', ...paying, STRIPE_API_URL: stripeUrl, STRIPE_JS_URL: `${stripeUrl}/stripe.js` })
  cases = refusalCases(w)
})

const unknown = '999999999'
const long = '<p>'.padEnd(limits.richTextMax + 1, 'a')
const token = 'x'.repeat(43)
const signUp = () => ({ email: w.northside.admin.email, password: 'pao-de-queijo1', disclosure: true as const })
const asAdmin = () => ({ as: w.northside.admin })

const orderByCard = async (item: PayableItem, number: string) => {
  const { id } = await new StripeControl(stripeUrl, paying.STRIPE_SECRET_KEY).createCard(number)
  return { ...asAdmin(), body: { paymentId: crypto.randomUUID(), item, paymentMethod: id, saveCard: false } }
}

/** An open answer that waits, and a correction of it. */
async function openAnswer() {
  const { school, attempt, correct, get } = await makeOpenSchool({ open: 1 })
  const params = { attemptId: await attempt(['Um']), number: 2 }
  const { utc_answered_on } = (await get(params.attemptId, 2)).body.open_answer
  return {
    correct,
    of: { as: school.admin, params, body: { points: 70, comment: '', utc_seen_on: null, utc_answered_on } },
  }
}

/** Takes a plan by card, and changes how it stands. */
async function planOf(standing: Updateable<Tables['subscriptions']>) {
  const { admin: as, tx } = await w.makeSchool('Com plano que mudou')
  const { body } = await orderByCard('middle', '4242424242424242')
  await w.call(payments.pay, { as, body })
  await tx((db) => db.updateTable('subscriptions').set(standing).execute())
  return as
}

/** Calls that are refused, one for each entry of the table, after what must have happened before. */
const provoking: { [N in Name]: () => Provoking<N> | Promise<Provoking<N>> } = {
  sessionEnded: () => ({ as: { token: 'x' }, params: { schoolId: w.northside.id } }),
  secondFactorMissing: async () => ({ as: await cases.unprotected() }),
  tooManyRequests: () => cases.spentMailBudget(),

  signUpEmailTaken: () => ({ body: { ...signUp(), school_name: 'Escola Nova', user_name: 'Maria da Silva' } }),
  signUpPasswordCommon: () => ({
    body: { ...signUp(), password: 'escola123', school_name: 'Escola Nova', user_name: 'Maria da Silva' },
  }),
  studentSignUpEmailTaken: () => ({ params: { schoolId: w.northside.id }, body: { ...signUp(), name: 'Ana Souza' } }),
  correctionEmailTaken: async () => ({ body: { ...(await cases.unconfirmed()), newEmail: w.northside.admin.email } }),
  correctionConfirmed: async () => ({ body: { ...(await cases.withPassword()), newEmail: 'certo@example.com' } }),
  activationUnknown: () => ({ params: { token } }),
  invitationDead: () => ({ params: { token } }),
  darkModeBySchoolSession: async () => ({ as: await cases.schoolSession(), body: { dark_mode: true } }),
  joinedBySchoolSession: async () => ({
    as: await cases.schoolSession(),
    params: { schoolId: w.riverside.id },
    body: { disclosure: true },
  }),
  joinedErased: async () => ({
    as: await cases.erasedHere(),
    params: { schoolId: w.northside.id },
    body: { disclosure: true },
  }),
  blockWithoutReason: async () => ({
    as: await w.makePlatformPerson(),
    params: { schoolId: w.northside.id },
    body: { is_blocked: true, blocked_reason: '' },
  }),

  emailOwn: () => ({ as: w.northside.student, body: { email: w.northside.student.email } }),
  emailUnproven: async () => ({ as: await cases.unproven(), body: { email: 'nova@example.com' } }),
  emailCodeWrong: () => cases.wrongEmailCode(),
  emailCodeOver: () => ({ as: w.northside.admin, body: { code: '123456' } }),
  emailUndoUnknown: () => ({ params: { token } }),
  emailUndoUsed: () => cases.usedUndo(),

  passwordWrong: async () => ({ body: { ...(await cases.withPassword()), password: 'errada123' } }),
  signInsTooMany: async () => {
    const body = await cases.withPassword()
    for (let attempt = 0; attempt < 10; attempt++)
      await w.call(sessions.signIn, { body: { ...body, password: 'errada123' } })
    return { body }
  },
  emailUnconfirmed: async () => ({ body: await cases.unconfirmed() }),
  secondFactorNeeded: async () => ({ body: await cases.withSecondFactor() }),
  signInCodeWrong: async () => {
    const { error } = await w.call(sessions.signIn, { body: await cases.withSecondFactor() })
    return { body: { challenge: error.challenge!, code: '000000' } }
  },
  challengeUnknown: () => ({ body: { challenge: token, code: '000000' } }),
  accessLinkUnknown: () => ({ body: { token: `${w.northside.id}-${token}` } }),
  accessLinkUsed: () => cases.usedAccessLink(),
  mailedLinkUnknown: () => ({ params: { token } }),
  recoveryLinkDead: () => ({
    params: { token },
    body: { password: 'pao-de-queijo1', repeatPassword: 'pao-de-queijo1' },
  }),
  recoveryCodeWrong: async () => ({
    params: { token: await cases.recoveryWithFactor() },
    body: { password: 'pao-de-queijo1', repeatPassword: 'pao-de-queijo1', code: '000000' },
  }),
  recoveryPasswordCommon: () => ({
    params: { token },
    body: { password: 'escola123', repeatPassword: 'escola123' },
  }),
  othersEndedUnproven: async () => ({ as: await cases.unproven() }),
  proofPasswordWrong: async () => ({ as: await cases.unproven(), body: { password: 'errada123' } }),

  newFactorCodeWrong: async () => ({ as: await cases.startedSecondFactor(), body: { code: '000000' } }),
  factorRemovalByPassword: async () => ({ as: await cases.personWithFactor() }),

  copyUnproven: async () => ({ as: await cases.unproven() }),
  deletionBegan: async () => ({ as: await cases.dueForDeletion() }),

  administratorTwice: async () => {
    await cases.turnOn('has_multiple_users')
    return { ...asAdmin(), body: { name: 'Bia Lima', email: w.northside.admin.email } }
  },
  roleCourseGone: async () => {
    const { userId } = await w.northside.makeTeamMember({ roles: ['moderator'] })
    const body = { user_id: userId, roles: ['course_teacher' as const], degree_ids: [unknown], may_publish: true }
    return { ...asAdmin(), body }
  },
  schoolLinkTaken: async () => ({ ...asAdmin(), body: { link: await cases.otherSchoolsLink() } }),
  schoolLinkUnproven: async () => ({ as: await cases.unproven(), body: { link: 'outro-nome' } }),
  domainUnproven: async () => ({ as: await cases.unproven(), body: { url: 'cursos.mar.com.br' } }),
  secretUnproven: async () => ({ as: await cases.unproven(), params: { schoolId: w.northside.id } }),
  cohortIntegratedUnproven: async () => ({ as: await cases.unproven(), body: { school_gateway_id: unknown } }),
  integratedCohortUnknown: async () => {
    await cases.turnOn('has_api')
    return { ...asAdmin(), body: { school_gateway_id: unknown } }
  },

  profileUnknown: () => ({ ...asAdmin(), params: { link: 'ninguem' } }),
  descriptionLong: () => ({ as: w.northside.student, body: { profile_description: 'a'.repeat(limits.richTextMax) } }),
  nameMissing: () => ({ as: w.northside.student, body: { name: '', cpf: '', cellphone: '' } }),
  studentPasswordCommon: () => ({
    ...asAdmin(),
    params: { userId: w.northside.student.userId },
    body: { password: 'escola123' },
  }),
  studentUnknown: () => ({ ...asAdmin(), params: { link: 'abc' } }),

  cardExpired: () => orderByCard('basic', '4000000000000069'),
  keptCardUnproven: async () => {
    const { as, body } = await orderByCard('basic', '4242424242424242')
    await w.call(payments.pay, { as, body: { ...body, saveCard: true } })
    return { as: await cases.unproven(), body: { ...body, paymentId: crypto.randomUUID() } }
  },
  planEndUnproven: async () => ({ as: await cases.unproven() }),
  paymentSumChanged: async () => {
    const { body, as } = await orderByCard('basic', '4242424242424242')
    return { as, body: { ...body, cents: 2989 } }
  },
  chargedRowUnknown: () => ({ ...asAdmin(), params: { id: unknown } }),
  paymentUnknown: () => ({ ...asAdmin(), params: { paymentId: crypto.randomUUID() } }),
  planIsCurrent: async () => {
    const as = (await w.makeSchool('Com plano')).admin
    const { body } = await orderByCard('middle', '4242424242424242')
    await w.call(payments.pay, { as, body })
    return { as, body: { ...body, paymentId: crypto.randomUUID() } }
  },
  planUnpaid: async () => ({
    as: await planOf({ utc_grace_ends_on: new Date('2199-01-02T12:00:00.000Z') }),
    params: { planId: 'super' },
  }),
  planRenewing: async () => ({
    as: await planOf({ stripe_id: 'sub_1', utc_paid_until: new Date('2020-01-02T12:00:00.000Z') }),
    params: { planId: 'onDemand' },
  }),
  planCardsFull: async () => {
    await cases.keepAllCards()
    return orderByCard('middle', '4242424242424242')
  },
  studentUnpaid: () => cases.fullPlaces(),
  knownStudentUnpaid: async () => {
    const { as, params, make } = await cases.fullPlaces()
    return { as, params: { ...params, classId: params.id, userId: (await make.student()).userId } }
  },
  cohortUnknown: () => ({ ...asAdmin(), params: { id: unknown } }),
  answerCorrected: async () => {
    const { correct, of } = await openAnswer()
    await correct(of.params.attemptId, 2, 50)
    return of
  },
  answerReplaced: async () => {
    const { of } = await openAnswer()
    return { ...of, body: { ...of.body, utc_answered_on: '2020-01-01T00:00:00.000Z' } }
  },
  correctionRunning: async () => {
    const { school, questionId, student, attempt, correct } = await makeCorrected()
    await attempt(student, '1', 0)
    const { latest } = (await correct('2')).body.corrections
    return { as: school.admin, params: { id: questionId, correctionId: latest!.id } }
  },
  importsCohortUnknown: () => ({ ...asAdmin(), query: { school_gateway_id: unknown } }),
  integrationCodeMissing: () => cases.savedIntegrations([{ code: 'a' }, { code: 'b' }, {}]),
  integrationsTooMany: () =>
    cases.savedIntegrations(Array(salesLimits.integrationsPerCohort + 1).fill({ code: 'segredo' })),
  integrationUnproven: async () => ({
    ...(await cases.savedIntegrations([{ code: 'a' }])),
    as: await cases.unproven(),
  }),
  integrationGone: () => cases.savedIntegrations([{ id: unknown }]),
  moveTargetGone: async () => ({
    ...asAdmin(),
    params: { id: (await w.northside.make.cohort()).id },
    body: { migrateStudentsFrequency: 'all', migrateStudentsTo: unknown },
  }),
  accountUnproven: async () => ({
    as: await cases.unproven(),
    params: { id: await cases.enteredAccount('a') },
    body: { code: 'c' },
  }),
  accountCodeTaken: async () => {
    await cases.enteredAccount('a')
    return { ...asAdmin(), params: { id: await cases.enteredAccount('b') }, body: { code: 'a' } }
  },
  saleCohortGone: async () => ({
    ...asAdmin(),
    params: { id: (await w.northside.make.sale()).id },
    body: { school_gateway_id: unknown },
  }),

  boardStale: () => ({ ...asAdmin(), body: { categories: [], revision: unknown } }),
  categoryTitleLong: () => ({
    ...asAdmin(),
    body: { categories: [{ title: 'a'.repeat(limits.titleMax + 1), degrees: [] }] },
  }),
  coursePageClosed: async () => ({
    params: { schoolId: w.northside.id, link: (await w.northside.make.course()).link },
  }),
  courseUnknown: () => ({ ...asAdmin(), params: { link: 'nada' } }),
  courseStale: async () => {
    const { id, link } = await w.northside.make.course()
    return { ...asAdmin(), params: { link }, body: { id, version: 0, title: 'Outro' } }
  },
  courseTextLong: () => ({ ...asAdmin(), params: { link: '0' }, body: { description: long } }),
  coursePublished: async () => {
    const { id } = await w.northside.make.course()
    return { ...asAdmin(), body: { id } }
  },
  lessonUnknown: async () => {
    const { link } = await w.northside.make.course()
    return { ...asAdmin(), params: { courseLink: link, lessonLink: 'nada' } }
  },
  lessonOfEdition: async () => ({ ...asAdmin(), params: await cases.editionLesson() }),
  lessonTextLong: () => ({
    ...asAdmin(),
    params: { courseLink: 'vela', lessonLink: 'nos' },
    body: { degree_id: '1', version: 1, description: long },
  }),
  videoIncomplete: async () => ({ ...asAdmin(), params: await cases.begunVideo() }),

  studentCourseUnknown: () => ({ as: w.northside.student, params: { degreeLink: 'nada' } }),
  studentCourseForbidden: async () => {
    const { link } = await w.northside.make.course()
    return { as: w.northside.student, params: { degreeLink: link } }
  },
  viewedCourseShut: async () => {
    const { make, student, tx } = w.northside
    const { link: degreeLink } = await make.course()
    const { link } = await tx((db) =>
      db.selectFrom('memberships').where('user_id', '=', student.userId).select('link').executeTakeFirstOrThrow(),
    )
    return { ...asAdmin(), params: { link, degreeLink } }
  },
  studentLessonUnknown: async () => {
    const { as, link } = await cases.drippedLesson()
    return { as, params: { degreeLink: link }, body: { classLink: 'nada' } }
  },
  studentLessonForbidden: async () => {
    const { link, lessons } = await w.northside.make.course()
    return { as: w.northside.student, params: { degreeLink: link }, body: { classLink: lessons[0]!.link } }
  },
  studentLessonLocked: async () => {
    const { as, link, lesson } = await cases.drippedLesson()
    return { as, params: { degreeLink: link }, body: { classLink: lesson.link } }
  },
  studentLessonHeld: async () => {
    const { as, link, lesson } = await cases.heldLesson()
    return { as, params: { degreeLink: link }, body: { classLink: lesson.link } }
  },
  markHeld: async () => {
    const { as, id, lesson } = await cases.heldLesson()
    const userDegree = { metadata: { content: { [lesson.id]: { isComplete: true } } } }
    return { as, body: { contentId: lesson.id, degreeId: id, userDegree } }
  },
  markLocked: async () => {
    const { as, id, lesson } = await cases.drippedLesson()
    const userDegree = { metadata: { content: { [lesson.id]: { isComplete: true } } } }
    return { as, body: { contentId: lesson.id, degreeId: id, userDegree } }
  },
  markWithoutPassing: async () => {
    const { student, course, lesson } = await makeExamSchool({ settings: { must_pass: true } })
    const userDegree = { metadata: { content: { [lesson.id]: { isComplete: true } } } }
    return { as: student, body: { contentId: lesson.id, degreeId: course.id, userDegree } }
  },
  attemptRefused: async () => {
    const { student, lesson, begin, handIn } = await makeExamSchool({ settings: { attempts: 1 } })
    const { id, epoch } = await begin()
    await handIn(id, { epoch, saves: [] })
    return { as: student, params: { contentId: lesson.id } }
  },
  attemptOver: async () => {
    const { student, begin, handIn } = await makeExamSchool()
    const { id, epoch } = await begin()
    await handIn(id, { epoch, saves: [] })
    return { as: student, params: { attemptId: id } }
  },
  attemptTakenOver: () => takenOver(),
  handInTakenOver: () => takenOver(),
  practiceMoved: async () => {
    const { student, round } = await makePracticeSchool()
    const [{ id, turn }] = (await round()) as [PracticeQuestion]
    return { as: student, params: { cardId: id }, body: { turn: turn + 1, answer: { kind: 'truth', chosen: true } } }
  },
  positionForbidden: async () => {
    const { id, lessons } = await w.northside.make.course()
    return { as: w.northside.student, body: { contentId: lessons[0]!.id, degreeId: id, position: 42 } }
  },
  fileLocked: async () => {
    const { as, lesson, fileId } = await cases.drippedLesson()
    return { as, params: { contentId: lesson.id, fileId } }
  },

  certificateUnknown: () => ({ params: { schoolId: w.northside.id, code: 'WXYZ-0000-0000' } }),
  certificateNotReady: () => cases.undrawnCertificate(),
}

/** A call of the device that had opened the attempt before another one did. */
async function takenOver() {
  const { student, begin, open } = await makeExamSchool()
  const { id, epoch } = await begin()
  await open(id)
  return { as: student, params: { attemptId: id }, body: { epoch, saves: [] } }
}

const carried: { [N in Name]?: 'current' | 'challenge' } = {
  boardStale: 'current',
  courseStale: 'current',
  videoIncomplete: 'current',
  secondFactorNeeded: 'challenge',
}

it.each(Object.keys(refusalAnswers) as Name[])('answers %s as tests of screens fake it', async (name) => {
  const { route, status, body } = refusalAnswers[name]
  const answer = await w.call(route, (await provoking[name]()) as CallOptions<typeof route>)
  const { requestId, ...error } = answer.error
  const own = carried[name]
  expect([answer.status, error]).toEqual([status, { ...body, ...(own && { [own]: expect.anything() }) }])
  expect(requestId).toEqual(expect.any(String))
})
