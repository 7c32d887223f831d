import type { courses } from '@escola/contract/courses.contract'
import type { ResponseInput, RouteOutput } from '@escola/contract/route'
import { notFound } from '../../http/app-error.ts'
import type { School } from '../../http/scope.ts'

type Answer = ResponseInput<typeof courses.listCategories>
export async function listCategories(_school: School): Promise<Answer> {
  throw notFound()
}
export async function updateCategories(
  _school: School,
  _categories: RouteOutput<typeof courses.updateCategories>['body']['categories'],
): Promise<Answer> {
  throw notFound()
}
