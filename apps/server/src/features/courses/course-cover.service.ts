import type { courses } from '@escola/contract/courses.contract'
import type { ResponseInput } from '@escola/contract/route'
import { notFound } from '../../http/app-error.ts'
import type { Upload } from '../../http/replies.ts'
import type { School } from '../../http/scope.ts'
import type { Tools } from '../../tools.ts'
export async function replaceCover(
  _school: School,
  _tools: Tools,
  _id: string,
  _file: Upload,
): Promise<ResponseInput<typeof courses.uploadCover>> {
  throw notFound()
}
