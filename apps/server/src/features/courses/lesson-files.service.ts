import type { lessons } from '@escola/contract/courses.contract'
import type { ResponseInput } from '@escola/contract/route'
import { notFound } from '../../http/app-error.ts'
import type { Upload } from '../../http/replies.ts'
import type { Attended } from '../../http/scope.ts'
import type { Tools } from '../../tools.ts'
export async function uploadLessonFile(
  _school: Attended,
  _tools: Tools,
  _file: Upload,
): Promise<ResponseInput<typeof lessons.uploadFile>> {
  throw notFound()
}
