import { categories } from '@escola/contract/categories.contract'
import { cohorts } from '@escola/contract/cohorts.contract'
import { profiles } from '@escola/contract/profiles.contract'
import { withoutAccents } from '@escola/contract/text'
import type { App } from '@escola/server/app'
import { openSchool, type School } from '@escola/server/core/scope'
import { demoStudents } from './demo-people.ts'
import type { DemoCohort, DemoSchool } from './demo-types.ts'
import type { Enrolled } from './enrolled.ts'
import { seedActivity } from './seed-activity.ts'
import { seedAffiliates } from './seed-affiliates.ts'
import { seedRevocation, seedTemplates } from './seed-certificates.ts'
import type { Call } from './seed-client.ts'
import { fillCourse, type MadeCourse, seedCourse } from './seed-course.ts'
import { seedExamAttempts } from './seed-exam-attempts.ts'
import { seedExam, seedExamQuestions } from './seed-exam-questions.ts'
import { seedOwner } from './seed-owner.ts'
import { seedPayments } from './seed-payments.ts'
import { seedSales } from './seed-sales.ts'
import { seedMove, seedTerms } from './seed-terms.ts'

/**
 * Makes one school with its courses, classes and students at every stage.
 * @param passwordHash hash that the owner is given by hand, as no user may choose a password that is so common
 */
export async function seedSchool(app: App, demo: DemoSchool, passwordHash: string): Promise<void> {
  const { schoolId, ownerId, owner } = await seedOwner(app, demo, passwordHash)
  await owner(profiles.update, { body: { schoolId, name: demo.owner.name, cellphone: demo.cellphone } })
  await seedPayments(owner, schoolId)
  const made = await seedCourses(owner, openSchool(app.database, schoolId), demo)
  const questions = await seedExamQuestions(owner, { schoolId, questions: demo.examQuestions ?? [], made })
  const { exam } = demo
  const course = exam && made.find((each) => each.demo.title === exam.course)
  if (exam && course) await seedExam(owner, { schoolId, exam, course, questions })
  const enrolled = await seedStudents(owner, { schoolId, demo, made })
  if (demo.certificates) await seedTemplates(owner, { schoolId, templates: demo.certificates.templates, made })
  await seedActivity(app, { schoolId, ownerId, demo, made, enrolled })
  if (exam && course)
    await seedExamAttempts(app, { schoolId, ownerId, exam, course, questions: demo.examQuestions ?? [], enrolled })
  await seedChanges(app, owner, { schoolId, ownerId, demo, enrolled })
  if (demo.affiliates) await seedAffiliates(app, owner, { schoolId, list: demo.affiliates, passwordHash })
}

/** Sales, a revocation, terms and moves come last: the weeks before are filled in by then. */
async function seedChanges(
  app: App,
  owner: Call,
  {
    schoolId,
    ownerId,
    demo: { sales, changes, certificates },
    enrolled,
  }: { schoolId: string; ownerId: string; demo: DemoSchool; enrolled: Enrolled[] },
): Promise<void> {
  const { gatewayList } = await owner(cohorts.list, { params: { schoolId } })
  const idOf = (title: string) => gatewayList.find((cohort) => cohort.title === title)!.id
  const studentsOf = (title: string) => enrolled.filter(({ cohortId }) => cohortId === idOf(title))
  if (sales) await seedSales(app, owner, { schoolId, sales, cohortId: idOf(sales.cohort), enrolled })
  if (certificates) {
    const { cohort, why } = certificates.revoked
    const userIds = studentsOf(cohort).map(({ userId }) => userId)
    await seedRevocation(app, owner, { schoolId, ownerId, userIds, why })
  }
  if (!changes) return
  await seedTerms(owner, schoolId, studentsOf(changes.ending))
  const moved = studentsOf(changes.from).slice(-2)
  await seedMove(owner, { schoolId, title: changes.first, targetId: idOf(changes.target), moved })
}

async function seedCourses(owner: Call, school: School, demo: DemoSchool): Promise<MadeCourse[]> {
  const saved = await owner(categories.update, {
    params: { schoolId: school.id },
    body: { categories: demo.categories.map(({ title }) => ({ title, degrees: [] })) },
  })
  const made = []
  for (const [index, { courses }] of demo.categories.entries()) {
    for (const course of courses) made.push(await seedCourse(owner, school.id, saved.categories[index]!.id, course))
  }
  for (const course of made) await fillCourse(owner, school, course)
  return made
}

async function seedStudents(
  owner: Call,
  { schoolId, demo, made }: { schoolId: string; demo: DemoSchool; made: MadeCourse[] },
): Promise<Enrolled[]> {
  const domain = demo.owner.email.split('@')[1]
  const published = made.filter((course) => !course.demo.isUnpublished)
  const enrolled: Enrolled[] = []
  for (const cohort of demo.cohorts) {
    const cohortId = await seedCohort(owner, schoolId, cohort, made)
    const before = enrolled.length
    const names = demoStudents.slice(before, before + cohort.students)
    const open = published.filter(isOpenIn(cohort))
    const join = async (name: string, at: number): Promise<Enrolled> => {
      const email = `${withoutAccents(name).toLowerCase().replace(/\s+/g, '.')}@${domain}`
      const cellphone = `119${String(80000000 + (before + at) * 7919).slice(0, 8)}`
      const request = { params: { schoolId, id: cohortId }, body: { name, email, cellphone } }
      const { student } = await owner(cohorts.addStudent, request)
      return { userId: student.user_id, name, cohortId, courses: open }
    }
    for (const [at, name] of names.entries()) enrolled.push(await join(name, at))
  }
  return enrolled
}

const isOpenIn =
  ({ courses }: DemoCohort) =>
  ({ demo: { title, settings } }: MadeCourse) =>
    courses ? courses === 'all' || courses.includes(title) : !settings?.is_private

/** A school has its public class from the beginning. */
async function seedCohort(owner: Call, schoolId: string, { title, courses }: DemoCohort, made: MadeCourse[]) {
  const params = { schoolId }
  const { id } = courses
    ? (await owner(cohorts.create, { params, body: { title } })).gateway
    : (await owner(cohorts.list, { params })).gatewayList.find((each) => each.is_public)!
  const listed = made.filter((course) => Array.isArray(courses) && courses.includes(course.demo.title))
  await owner(cohorts.update, {
    params: { ...params, id },
    body: { title, all_degrees: courses === 'all', degrees: listed.map((course) => course.id) },
  })
  return id
}
