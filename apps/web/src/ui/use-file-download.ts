import { learning } from '@escola/contract/learning.contract'
import { useMutation } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { openLink } from '../api/open-link.ts'
import { useSchool } from '../session/context.ts'
import { notifyError } from './notify.ts'

/**
 * Fetches a file of a lesson by a link that is good for a few minutes.
 * @param lessonId left out by authors, who may have every file of their school
 */
export function useFileDownload(lessonId = '0') {
  const { id: schoolId } = useSchool()
  return useMutation({
    mutationFn: (fileId: string) => api(learning.fileLink, { params: { schoolId, contentId: lessonId, fileId } }),
    onSuccess: ({ url }) => openLink(url),
    onError: (error) => notifyError(error),
  })
}
