import { cohorts } from '@escola/contract/cohorts.contract'
import { emailChanges } from '@escola/contract/email-changes.contract'
import { learning } from '@escola/contract/learning.contract'
import { plans } from '@escola/contract/prices'
import { salesAccounts } from '@escola/contract/sales-accounts.contract'
import { security } from '@escola/contract/security.contract'
import { videos } from '@escola/contract/videos.contract'
import { Secret, TOTP } from 'otpauth'
import { makeCode, makeUndoToken } from '../features/email-changes/email-secrets.ts'
import { giveGrants } from '../features/enrollments/enrollments.service.ts'
import { keepAllCards } from '../features/payments/cards/cards.testing.ts'
import { makeRecoveryLink } from '../features/sessions/credentials.service.ts'
import { hashPassword } from '../security/passwords.ts'
import { hashToken, randomToken } from '../security/signatures.ts'
import type { Person } from './call.ts'
import type { World } from './world.ts'

const password = 'minha1senha'

/** Setups that come before a refusal, in the school Northside. */
export function refusalCases(w: World) {
  const school = w.northside
  const setUser = (userId: string, values: object) =>
    w.database.withPlatform((db) => db.updateTable('users').set(values).where('id', '=', userId).execute())
  const setSession = (sessionId: string, values: object) =>
    w.database.withPlatform((db) => db.updateTable('sessions').set(values).where('id', '=', sessionId).execute())
  const person = async () => {
    const made = await school.make.student()
    await setUser(made.userId, { password_hash: await hashPassword(password) })
    return made
  }
  const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const personWithFactor = async () => {
    const as = await person()
    const { secret } = (await w.call(security.startSecondFactor, { as })).body
    await w.call(security.confirmSecondFactor, { as, body: { code: codeOf(secret) } })
    return as
  }

  /** Asks for a code for another e-mail. */
  const askedEmail = async (as: Person) => {
    await w.call(emailChanges.ask, { as, body: { email: `outro.${as.email}` } })
    const { id } = await w.database.withPlatform((db) =>
      db.selectFrom('email_changes').where('user_id', '=', as.userId).select('id').executeTakeFirstOrThrow(),
    )
    return id
  }

  return {
    /** Credentials of a student with a password. */
    withPassword: async () => ({ email: (await person()).email, password }),
    unconfirmed: async () => {
      const { email, userId } = await person()
      await setUser(userId, { utc_email_confirmed_on: null })
      return { email, password }
    },
    withSecondFactor: async () => ({ email: (await personWithFactor()).email, password }),
    /** Session of a student who turned the second factor on in it, and has proven who they are by the password. */
    personWithFactor,
    /** Recovery link of a student with a second factor. */
    recoveryWithFactor: async () => {
      const { userId } = await personWithFactor()
      return w.database.withPlatform((db) => makeRecoveryLink(db, userId, w.tools))
    },
    startedSecondFactor: async () => {
      const as = await person()
      await w.call(security.startSecondFactor, { as })
      return as
    },
    /** Session of an administrator who has not proven lately who they are. */
    unproven: async () => {
      const admin = await school.make.admin()
      await setUser(admin.userId, { password_hash: await hashPassword(password) })
      await setSession(admin.sessionId, { utc_proven_on: null })
      return admin
    },
    wrongEmailCode: async () => {
      const as = await school.make.student()
      const changeId = await askedEmail(as)
      return { as, body: { code: makeCode(changeId, w.tools) === '000000' ? '000001' : '000000' } }
    },
    /** Link of the old mailbox that was clicked before. */
    usedUndo: async () => {
      const as = await school.make.student()
      const changeId = await askedEmail(as)
      await w.call(emailChanges.confirm, { as, body: { code: makeCode(changeId, w.tools) } })
      const params = { token: makeUndoToken(changeId, w.tools) }
      await w.call(emailChanges.undo, { params })
      return { params }
    },
    /** Session of a student whose account is to be erased by now. */
    dueForDeletion: async () => {
      const student = await school.make.student()
      const day = new Date()
      await w.database.withPlatform((db) =>
        db
          .insertInto('account_deletions')
          .values({ user_id: student.userId, utc_asked_on: day, utc_due_on: day })
          .execute(),
      )
      return student
    },
    /** A user of another school, whom this one has erased. */
    erasedHere: async () => {
      const as = await w.riverside.make.student()
      await school.tx((db) => db.insertInto('erased_people').values({ user_id: as.userId }).execute())
      return as
    },
    schoolSession: async () => {
      const student = await school.make.student()
      await setSession(student.sessionId, { school_id: school.id })
      return student
    },
    /** Session of a platform administrator without a second factor. */
    unprotected: async () => {
      const admin = await school.make.admin()
      await setUser(admin.userId, { platform_role: 'admin' })
      return admin
    },
    /** Link of another system that is good once, after its use. */
    usedAccessLink: async () => {
      const { userId } = await school.make.student()
      const token = `${school.id}-${randomToken()}`
      const day = new Date()
      const row = { token_hash: hashToken(token), user_id: userId, is_single_use: true }
      await school.tx((db) =>
        db
          .insertInto('access_api_tokens')
          .values({ ...row, utc_expires_on: day, utc_used_on: day })
          .execute(),
      )
      return { body: { token } }
    },
    spentMailBudget: async () => {
      const call = { as: school.admin, body: {} }
      while ((await w.call(cohorts.create, call)).status !== 429);
      return call
    },
    otherSchoolsLink: async () => {
      const { namespace } = await w.riverside.tx((db) =>
        db.selectFrom('schools').select('namespace').where('id', '=', w.riverside.id).executeTakeFirstOrThrow(),
      )
      return namespace!
    },
    turnOn: (setting: 'has_api' | 'has_multiple_users') =>
      school.tx((db) =>
        db
          .updateTable('schools')
          .set({ [setting]: true })
          .execute(),
      ),
    savedIntegrations: async (wanted: { id?: string; code?: string }[]) => ({
      as: school.admin,
      params: { id: (await school.make.cohort()).id },
      body: { integrations: wanted.map((each) => ({ gateway: 'hotmart' as const, ids: '201', ...each })) },
    }),
    /** @returns id of the account with that code */
    enteredAccount: async (code: string) => {
      const body = { gateway: 'octapay' as const, code }
      return (await w.call(salesAccounts.create, { as: school.admin, body })).body.account.id
    },
    /** A student beyond the free ones of a school that has no balance. */
    fullPlaces: async () => {
      const { id, tx, make, admin } = await w.makeSchool('Sem saldo')
      const cohort = await make.cohort()
      const joining = Array.from({ length: plans.onDemand.freeStudents }, () => make.student())
      const grants = (await Promise.all(joining)).map((person) => ({
        cohortId: cohort.id,
        student: { ...person, cellphone: '' },
        source: 'sale' as const,
      }))
      await tx((db) => giveGrants(db, grants, w.tools))
      const body = { name: 'Maria das Dores', email: 'maria@exemplo.com' }
      return { as: admin, params: { schoolId: id, id: cohort.id }, body, make }
    },
    begunVideo: async () => {
      await school.make.videosAllowed()
      const body = { filename: 'aula.mp4', modified: 1, size: 1000 }
      return { id: (await w.call(videos.begin, { as: school.admin, body })).body.upload.id }
    },
    /** A student's course whose second lesson is not open yet, with a file in that lesson. */
    drippedLesson: async () => {
      const course = await school.make.course({ modules: [1, 1], no_dripping: false, dripping_when: 'month' })
      const [, lesson] = course.lessons
      const file = await school.make.file()
      await school.tx((db) =>
        db
          .updateTable('lessons')
          .set({ files: JSON.stringify([{ id: file.id, title: 'Apostila' }]) })
          .where('id', '=', lesson!.id)
          .execute(),
      )
      const as = await school.make.student()
      await school.make.enrollment(await school.make.cohort({ courses: [course] }), as)
      return { as, id: course.id, link: course.link, lesson: lesson!, fileId: file.id }
    },
    /** A student's course whose second lesson opens when the first is complete. */
    heldLesson: async () => {
      const course = await school.make.course({ modules: [2], in_order: true })
      const as = await school.make.student()
      await school.make.enrollment(await school.make.cohort({ courses: [course] }), as)
      return { as, id: course.id, link: course.link, lesson: course.lessons[1]! }
    },
    /** A lesson of a course that comes from the school Riverside. */
    editionLesson: async () => {
      const { id: franchisor_id } = w.riverside
      const franchisor = { franchisor_id, name: 'Riverside', invitation: 1, utc_invited_on: new Date() }
      await school.tx((db) => db.insertInto('franchisors').values(franchisor).execute())
      const { link, lessons } = await school.make.course({ franchisor_id })
      return { courseLink: link, lessonLink: lessons[0]!.link }
    },
    keepAllCards: () => keepAllCards(school),
    undrawnCertificate: async () => {
      const course = await school.make.course({ modules: [1] })
      const as = await school.make.student()
      await school.make.enrollment(await school.make.cohort({ courses: [course] }), as)
      const contentId = course.lessons[0]!.id
      const userDegree = { metadata: { content: { [contentId]: { isComplete: true } } } }
      const completed = await w.call(learning.complete, { as, body: { contentId, degreeId: course.id, userDegree } })
      return { as, params: { id: completed.body.certificate!.id } }
    },
  }
}
