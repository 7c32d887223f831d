import type { lessons } from '@escola/contract/courses.contract'
import type { ResponseInput, RouteOutput } from '@escola/contract/route'
import { notFound } from '../../http/app-error.ts'
import type { School } from '../../http/scope.ts'

type Answer = ResponseInput<typeof lessons.get>
export async function getLesson(_school: School, _courseLink: string, _lessonLink: string): Promise<Answer> {
  throw notFound()
}
export async function saveLesson(
  _school: School,
  _lessonLink: string,
  _change: RouteOutput<typeof lessons.save>['body'],
): Promise<Answer> {
  throw notFound()
}
