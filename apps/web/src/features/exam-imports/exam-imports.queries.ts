import { examImportLimits } from '@escola/contract/exam-import-items'
import { importBreaks } from '@escola/contract/exam-import-texts'
import {
  type ExamImportFiling,
  type ExamImportFormat,
  examImports,
  isExamImportUnderWay,
} from '@escola/contract/exam-imports.contract'
import type { QueryOf } from '@escola/contract/route'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { upload } from '../../api/upload.ts'
import { useSchool } from '../../session/context.ts'
import { courseChoicesQuery } from '../../ui/courses/course-choices.query.ts'
import { nounKey } from '../../ui/nouns.ts'
import { pollWhile } from '../../ui/poll-while.ts'
import { questionTagsQuery } from '../../ui/question-text/question-tags.query.ts'

export type Shown = NonNullable<QueryOf<typeof examImports.items>['show']>
const shownKinds: Shown[] = ['', 'fresh', 'known', 'left_out', 'noted']
/** Reads a filter of an address. */
export const shownOf = (written: unknown): Shown => shownKinds.find((each) => each === written) ?? ''

export interface VerdictQuery {
  page: number
  show: Shown
}

export const examImportQueries = {
  list: (schoolId: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'examImports'), 'list'],
      queryFn: async ({ signal }) => (await api(examImports.list, { params: { schoolId }, signal })).exam_imports,
      refetchInterval: ({ state }) => pollWhile(state.data?.some(isExamImportUnderWay) ?? false),
    }),
  one: (schoolId: string, id: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'examImports'), 'one', id],
      queryFn: ({ signal }) => api(examImports.get, { params: { schoolId, id }, signal }),
      refetchInterval: ({ state }) =>
        pollWhile(state.data !== undefined && isExamImportUnderWay(state.data.exam_import)),
    }),
  items: (schoolId: string, id: string, query: VerdictQuery) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'examImports'), 'items', id, query],
      queryFn: async ({ signal }) => (await api(examImports.items, { params: { schoolId, id }, query, signal })).items,
    }),
  tags: questionTagsQuery,
  courses: courseChoicesQuery,
}

/** A file of questions, as it is sent. */
export interface QuestionFile {
  filename: string
  format: ExamImportFormat
  body: Blob
}

export class FileTooLarge extends Error {}

export function useStartExamImport(onProgress: (done: number) => void) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ filename, format, body }: QuestionFile) => {
      if (body.size > examImportLimits.bytes) throw new FileTooLarge(importBreaks.large)
      const query = { filename: filename.slice(0, 200), format }
      return upload(examImports.start, {
        params: { schoolId },
        query,
        fields: {},
        file: body,
        filename: query.filename,
        onProgress,
      })
    },
    onSuccess: (answer) => {
      client.setQueryData(examImportQueries.one(schoolId, answer.exam_import.id).queryKey, answer)
      void client.invalidateQueries({ queryKey: examImportQueries.list(schoolId).queryKey })
    },
  })
}

/** Acts on an import that was sent. Each answer is shown directly: by the next request short work would be over, and its end never seen. */
export function useExamImport(id: string) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const params = { schoolId, id }
  const onSuccess = (answer: Awaited<ReturnType<typeof get>>) =>
    void client.setQueryData(examImportQueries.one(schoolId, id).queryKey, answer)
  const get = () => api(examImports.get, { params })
  const confirm = useMutation({
    mutationFn: (body: ExamImportFiling) => api(examImports.confirm, { params, body }),
    onSuccess,
  })
  const cancel = useMutation({ mutationFn: () => api(examImports.cancel, { params }), onSuccess })
  const undo = useMutation({ mutationFn: () => api(examImports.undo, { params }), onSuccess })
  const forecast = () => api(examImports.undoForecast, { params })
  return { confirm: confirm.mutateAsync, cancel: cancel.mutateAsync, undo: undo.mutateAsync, forecast }
}
