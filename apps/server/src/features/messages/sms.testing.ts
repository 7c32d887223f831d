import { hourMs } from '@escola/contract/durations'
import { smsNumberOf } from '@escola/contract/sms'
import { students } from '@escola/contract/students.contract'
import { jobs } from '../../jobs/catalogue.ts'
import type { Person } from '../../testing/call.ts'
import type { World } from '../../testing/world.ts'

export const cellphone = '11912345678'

/** Movements of a message that was charged, and of one that was given back as well. */
export const charged = [['sms', 75]]
export const givenBack = [...charged, ['sms_returned', 75]]

/** Students of the first school who get links by SMS, and what became of them. */
export function smsScenario(w: World) {
  const { northside } = w
  const setMember = ({ userId }: Person, values: object) =>
    northside.tx((db) => db.updateTable('memberships').set(values).where('user_id', '=', userId).execute())
  /** A student whose number the school has confirmed. */
  const makeStudent = async (number = cellphone) => {
    const student = await northside.make.student('Lia Prado')
    await setMember(student, { cellphone: number, phone_confirmed: smsNumberOf(number) })
    return student
  }
  const memberOf = ({ userId }: Person) =>
    northside.tx((db) =>
      db.selectFrom('memberships').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow(),
    )
  const ask = ({ email }: Person, typed?: string, as = northside.admin) =>
    w.call(students.resendLink, { as, body: { email, type: 'sms', ...(typed ? { cellphone: typed } : {}) } })
  const messagesOf = ({ userId }: Person) =>
    northside.tx((db) => db.selectFrom('messages').selectAll().where('user_id', '=', userId).orderBy('id').execute())
  return {
    async erase(student: Person) {
      const { link } = await memberOf(student)
      const { status } = await w.call(students.erase, { as: northside.admin, params: { link } })
      if (status !== 200) throw new Error(`the student was not erased: ${status}`)
    },
    makeStudent,
    memberOf,
    ask,
    messagesOf,
    async queued(number = cellphone) {
      const student = await makeStudent(number)
      const { status } = await ask(student)
      if (status !== 200) throw new Error(`the message was refused: ${status}`)
      const [message] = await messagesOf(student)
      return { student, id: message!.id }
    },
    /** State that the page of the student shows. */
    async stateOf(student: Person) {
      const { link } = await memberOf(student)
      const { body } = await w.call(students.get, { as: northside.admin, params: { link } })
      return body.sms.sent[0]!.state
    },
    /** Looks at a message that are planned, and the hours until each. */
    looksAt: (id: string) =>
      northside.tx(async (db) => {
        const rows = await db
          .selectFrom('outbox')
          .select(['payload', 'utc_run_on', 'utc_created_on'])
          .where('name', '=', jobs.checkSmsStatus.name)
          .orderBy('id')
          .execute()
        return rows
          .map(({ payload, utc_run_on, utc_created_on }) => ({
            ...jobs.checkSmsStatus.payload.parse(payload),
            hours: Math.round((utc_run_on!.getTime() - utc_created_on.getTime()) / hourMs),
          }))
          .filter(({ messageId }) => messageId === id)
      }),
    /** Cents that a message cost the school, and that it got back. */
    costOf: (id: string) =>
      northside.tx(async (db) => {
        const rows = await db
          .selectFrom('ledger_movements as m')
          .innerJoin('ledger_transfers as t', (join) =>
            join.onRef('t.school_id', '=', 'm.school_id').onRef('t.movement_id', '=', 'm.id'),
          )
          .select(['m.kind', 't.amount'])
          .where('m.key', 'in', [`sms:${id}`, `sms_returned:${id}`])
          .orderBy('m.number')
          .execute()
        return rows.map(({ kind, amount }) => [kind, Number(amount)])
      }),
  }
}
