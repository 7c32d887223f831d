import { cohorts } from '@escola/contract/cohorts.contract'
import { dayMs } from '@escola/contract/durations'
import { moves } from '@escola/contract/moves.contract'
import { students } from '@escola/contract/students.contract'
import { dayOf } from '@escola/contract/time'
import type { Enrolled } from './enrolled.ts'
import type { Call } from './seed-client.ts'

/** Days until the access of some students is over. */
const daysLeft = [3, 5, 12]

/** Gives some students of a class an access that is about to end. */
export async function seedTerms(owner: Call, schoolId: string, ofClass: Enrolled[]): Promise<void> {
  for (const [at, days] of daysLeft.entries()) {
    const student = ofClass[at]
    if (!student) throw new Error(`The terms take ${daysLeft.length} students of the class: ${ofClass.length}`)
    await owner(students.setTerm, {
      params: { schoolId, userId: student.userId, classId: student.cohortId },
      body: { until: dayOf(new Date(Date.now() + days * dayMs)) },
    })
  }
}

/** Moves students of a first, small class to another one. */
export async function seedMove(
  owner: Call,
  { schoolId, title, targetId, moved }: { schoolId: string; title: string; targetId: string; moved: Enrolled[] },
): Promise<void> {
  const params = { schoolId }
  const { id } = (await owner(cohorts.create, { params, body: { title } })).gateway
  const known = await owner(cohorts.get, { params: { ...params, id: moved[0]!.cohortId } })
  for (const { userId } of moved) {
    const student = known.students.list.find(({ user_id }) => user_id === userId)
    if (!student) throw new Error(`Student ${userId} is not on the first page of the class`)
    const { name, email, cellphone } = student
    await owner(cohorts.addStudent, { params: { ...params, id }, body: { name, email, cellphone } })
  }
  await owner(moves.start, {
    params: { ...params, id },
    body: { migrateStudentsFrequency: 'all', migrateStudentsTo: targetId },
  })
}
