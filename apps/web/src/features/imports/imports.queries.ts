import { bulkChanges } from '@escola/contract/bulk-changes.contract'
import type { Cohort } from '@escola/contract/cohorts.contract'
import { type Import, type ImportRow, imports } from '@escola/contract/imports.contract'
import { limits } from '@escola/contract/limits'
import { messages } from '@escola/contract/messages'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { makeOnce } from '../../api/make-once.ts'
import { upload } from '../../api/upload.ts'
import { useSchool } from '../../session/context.ts'
import { withProof } from '../../ui/account/proof.ts'
import { notifyError, notifySuccess } from '../../ui/notify.ts'
import { nounKey } from '../../ui/nouns.ts'
import { useMounted } from '../../ui/use-mounted.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

/** The class that a file is for. */
export type ImportedInto = Pick<Cohort, 'id' | 'opens'>

export const importQueries = {
  all: (schoolId: string) => nounKey(schoolId, 'imports'),
  list: (schoolId: string, cohortId: string) =>
    queryOptions({
      queryKey: [...importQueries.all(schoolId), 'list', cohortId],
      queryFn: ({ signal }) =>
        api(imports.list, { params: { schoolId }, query: { school_gateway_id: cohortId }, signal }),
    }),
  /** Kept no longer than the file is looked at: meanwhile the class may change. */
  check: (schoolId: string, cohortId: string, rows: ImportRow[], look: string) =>
    queryOptions({
      queryKey: [...importQueries.all(schoolId), 'check', cohortId, look],
      queryFn: ({ signal }) =>
        api(imports.check, { params: { schoolId }, body: { school_gateway_id: cohortId, rows }, signal }),
      gcTime: 0,
    }),
  /** Asked of an import that is undone: how many people it has left in the school. */
  forsaken: (schoolId: string, id: string) =>
    queryOptions({
      queryKey: [...importQueries.all(schoolId), 'forsaken', id],
      queryFn: ({ signal }) => api(imports.undoForecast, { params: { schoolId, id }, signal }),
    }),
  refusals: (schoolId: string, id: string) =>
    queryOptions({
      queryKey: [...importQueries.all(schoolId), 'refusals', id],
      queryFn: ({ signal }) => api(imports.get, { params: { schoolId, id }, signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
}

interface Start {
  filename: string
  rows: ImportRow[]
  renews: boolean
  onProgress: (done: number) => void
}

/** Sends every row, good or bad: the refused ones are kept by the server with their reason. Goes on when its dialog is closed. */
export function useStartImport(cohortId: string) {
  const schoolId = useSchool().id
  const showImport = useShowImport(cohortId)
  const mounted = useMounted()
  return useMutation({
    mutationFn: async ({ filename, rows, renews, onProgress }: Start) => {
      const file = new Blob([JSON.stringify(rows)], { type: 'application/json' })
      if (file.size > limits.importBytes) throw new FileTooLarge(messages.fileTooLarge(filename))
      return upload(imports.start, {
        params: { schoolId },
        query: {
          total: rows.length,
          filename: filename.slice(0, 200),
          school_gateway_id: cohortId,
          renews: renews ? 'true' : 'false',
        },
        fields: {},
        file,
        filename: 'students.json',
        onProgress,
      })
    },
    onSuccess: (answer) => {
      notifySuccess(messages.importStarted)
      return showImport(answer.import)
    },
    // An administrator who is still on the page reads it beside the file.
    onError: (error, { filename }) => {
      if (!mounted.current) notifyError(error, `A importação de ${filename} não começou`)
    },
  })
}

/** Asks anew each time: meanwhile other reasons for access may have come or gone. */
export function useUndoForecast(id: string) {
  const schoolId = useSchool().id
  return () => api(imports.undoForecast, { params: { schoolId, id } })
}

export function useUndoImport({ id, school_gateway_id }: Pick<Import, 'id' | 'school_gateway_id'>) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const showImport = useShowImport(school_gateway_id)
  return useMutation({
    mutationFn: () => api(imports.undo, { params: { schoolId, id } }),
    onSuccess: (answer) => showImport(answer.import),
    onError: () => client.invalidateQueries({ queryKey: importQueries.list(schoolId, school_gateway_id).queryKey }),
  })
}

/** Asks what the school would lose with those whom an undone import has left in it. */
export function useForsakenErasure(id: string) {
  const schoolId = useSchool().id
  return () =>
    api(bulkChanges.erasure, { params: { schoolId }, body: { import_id: id } }).then(({ erasure }) => erasure)
}

export function useEraseForsaken(id: string) {
  const schoolId = useSchool().id
  const refresh = useRefresh('bulkChanges', 'imports')
  return useMutation({
    mutationFn: (confirmed: number | undefined) =>
      withProof(() =>
        makeOnce(`erasing of ${confirmed} of import ${id} of ${schoolId}`, (idempotencyKey) =>
          api(bulkChanges.start, {
            params: { schoolId },
            body: { action: 'erase', import_id: id, confirmed },
            idempotencyKey,
          }),
        ),
      ),
    onSuccess: refresh,
  })
}

/** Shows an import that has just begun as the server answers it: a short one would be over when it is asked for again, and its end never seen. */
function useShowImport(cohortId: string) {
  const client = useQueryClient()
  const { queryKey } = importQueries.list(useSchool().id, cohortId)
  return (begun: Import) => {
    const shown = client.setQueryData(
      queryKey,
      (list) => list && { imports: [begun, ...list.imports.filter(({ id }) => id !== begun.id)] },
    )
    return shown ? undefined : client.invalidateQueries({ queryKey })
  }
}

export class FileTooLarge extends Error {}
