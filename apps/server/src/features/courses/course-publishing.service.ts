import type { courses } from '@escola/contract/courses.contract'
import type { ResponseInput } from '@escola/contract/route'
import { notFound } from '../../http/app-error.ts'
import type { School } from '../../http/scope.ts'

type Answer = ResponseInput<typeof courses.save>
export async function publishCourse(_school: School, _id: string): Promise<Answer> {
  throw notFound()
}
export async function unpublishCourse(_school: School, _id: string): Promise<Answer> {
  throw notFound()
}
export async function discardDrafts(_school: School, _id: string): Promise<Answer> {
  throw notFound()
}
