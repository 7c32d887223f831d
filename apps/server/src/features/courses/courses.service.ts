import type { courses } from '@escola/contract/courses.contract'
import type { ResponseInput, RouteOutput } from '@escola/contract/route'
import { notFound } from '../../http/app-error.ts'
import type { School } from '../../http/scope.ts'
export async function getCourse(_school: School, _link: string): Promise<ResponseInput<typeof courses.get>> {
  throw notFound()
}
export async function saveCourse(
  _school: School,
  _link: string,
  _change: RouteOutput<typeof courses.save>['body'],
): Promise<ResponseInput<typeof courses.save>> {
  throw notFound()
}
export async function deleteCourse(_school: School, _id: string): Promise<ResponseInput<typeof courses.remove>> {
  throw notFound()
}
