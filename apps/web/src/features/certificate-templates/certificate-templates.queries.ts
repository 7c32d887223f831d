import { newTemplateId } from '@escola/contract/certificate-choice'
import { newTemplateTitle, templateLimits } from '@escola/contract/certificate-template-texts'
import { certificateTemplates } from '@escola/contract/certificate-templates.contract'
import { minuteMs } from '@escola/contract/durations'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { api, fetchBytes } from '../../api/client.ts'
import { makeOnce } from '../../api/make-once.ts'
import { upload } from '../../api/upload.ts'
import { useSchool } from '../../session/context.ts'
import { courseChoicesQuery } from '../../ui/courses/course-choices.query.ts'
import { isNewRecord } from '../../ui/editor/new-record.ts'
import { nounKey } from '../../ui/nouns.ts'
import { useRefresh } from '../../ui/use-refresh.ts'
import type { TemplateValues } from './template-values.ts'

export const templateQueries = {
  list: (schoolId: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'certificateTemplates'), 'list'] as const,
      queryFn: ({ signal }) => api(certificateTemplates.list, { params: { schoolId }, signal }),
      // A form's values must not change under the fingers because the window got the focus back.
      refetchOnWindowFocus: false,
    }),
  courses: courseChoicesQuery,
}

/** How many have finished what the form is for, and how many of them reach its mark. */
export const reachingQuery = (
  schoolId: string,
  id: string,
  { kind, all_degrees, degrees, min_mark }: Pick<TemplateValues, 'kind' | 'all_degrees' | 'degrees' | 'min_mark'>,
) => {
  const body = { kind, all_degrees, degrees, min_mark: Number(min_mark) }
  return queryOptions({
    queryKey: [...nounKey(schoolId, 'certificateTemplates'), 'reaching', id, body] as const,
    queryFn: ({ signal }) => api(certificateTemplates.countReaching, { params: { schoolId, id }, body, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Makes the model if it is not made yet, keeps signatures that are new, and saves everything. */
export function useSaveTemplate(link: string) {
  const schoolId = useSchool().id
  return useMutation({
    /** saved_on: when the model was saved that the change started from; undefined replaces whatever is stored. */
    mutationFn: async ({ title, signers, saved_on, ...choice }: TemplateValues & { saved_on: string | undefined }) => {
      const id = isNewRecord({ link }) ? await create(schoolId, title) : link
      const params = { schoolId, id }
      const signatures = []
      for (const { name, role, signature_key, drawn } of signers) {
        const file = drawn?.file
        const key = file
          ? (
              await upload(certificateTemplates.uploadSignature, {
                params,
                fields: {},
                file,
                filename: 'assinatura.png',
              })
            ).signature_key
          : signature_key
        signatures.push({ name, role, signature_key: key })
      }
      return upload(certificateTemplates.save, {
        params: { schoolId },
        fields: {
          id,
          title,
          ...(saved_on !== undefined && { saved_on }),
          signatures: JSON.stringify(signatures),
          kind: choice.kind,
          degrees: JSON.stringify(choice.degrees),
          all_degrees: choice.all_degrees ? 'true' : 'false',
          is_automatic: choice.is_automatic ? 'true' : 'false',
          sum_hours: choice.sum_hours,
          min_days: choice.min_days,
          min_mark: choice.min_mark,
          shows_mark: choice.shows_mark ? 'true' : 'false',
          layout: choice.layout,
          has_syllabus: choice.has_syllabus ? 'true' : 'false',
        },
        file: undefined,
      })
    },
    onSuccess: useRefresh('certificateTemplates', 'certificates', 'learning'),
  })
}

/** PDF as the form would have it printed. The form's courses count as they stand there, so none for a model of all courses. */
export const previewQuery = (
  schoolId: string,
  id: string,
  { title, kind, layout, has_syllabus, shows_mark, ...values }: TemplateValues,
) => {
  const degrees = values.all_degrees ? [] : values.degrees
  const look = { title, kind, layout, has_syllabus, shows_mark, degrees }
  const signers = values.signers.map(({ name, role, signature_key, drawn }) => [
    name,
    role,
    drawn?.url ?? signature_key,
  ])
  return queryOptions({
    queryKey: [...nounKey(schoolId, 'certificateTemplates'), 'preview', id, look, signers] as const,
    queryFn: async ({ signal }) => {
      const signatures = await Promise.all(
        values.signers.map(async ({ name, role, signature_key, drawn }) => ({
          name,
          role,
          signature_key,
          ...(drawn && drawn.file.size <= largestPreviewed && { signature_img: await toBase64(drawn.file) }),
        })),
      )
      const params = { schoolId, id: isNewRecord({ link: id }) ? newTemplateId : id }
      return fetchBytes(certificateTemplates.preview, { params, body: { ...look, signatures }, signal })
    },
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    retry: false,
    staleTime: minuteMs,
    gcTime: minuteMs,
  })
}

const largestPreviewed = Math.floor((templateLimits.previewPictureMax * 3) / 4) - 3

async function toBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let letters = ''
  for (const byte of bytes) letters += String.fromCharCode(byte)
  return btoa(letters)
}

/** A save that fails after it is tried again with the same key, so one model is made. */
const create = (schoolId: string, title: string) =>
  makeOnce(`certificate template of ${schoolId}`, async (idempotencyKey) => {
    const body = { title: title || newTemplateTitle }
    return (await api(certificateTemplates.create, { params: { schoolId }, body, idempotencyKey })).certificate.id
  })

export const countFinished = (
  schoolId: string,
  id: string,
  { kind, all_degrees, degrees, is_automatic, min_days, min_mark }: TemplateValues,
): Promise<{ students: number }> =>
  api(certificateTemplates.countFinished, {
    params: { schoolId, id },
    body: {
      kind,
      all_degrees,
      degrees,
      is_automatic,
      min_days: Number(min_days),
      min_mark: min_mark === '' ? null : Number(min_mark),
    },
  })

export function useRemoveTemplate(id: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: () => api(certificateTemplates.remove, { params: { schoolId, id } }),
    onSuccess: useRefresh('certificateTemplates'),
  })
}
