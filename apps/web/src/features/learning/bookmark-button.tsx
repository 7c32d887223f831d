import { bookmarks } from '@escola/contract/bookmarks.contract'
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { contextQuery, useAppContext, useSchool } from '../../session/context.ts'
import { notifyError } from '../../ui/notify.ts'
import classes from './bookmark-button.module.css'

interface Props {
  degreeId: string
  /** Null: the course itself. */
  contentId: string | null
}

/** Keeps a course or a lesson among the student's favourites; shown at once, and put right when it could not be kept. */
export function BookmarkButton({ degreeId, contentId }: Props) {
  const { id: schoolId } = useSchool()
  const client = useQueryClient()
  const kept = useAppContext().bookmarks.some((each) => each.degree_id === degreeId && each.content_id === contentId)
  const change = useMutation({
    mutationFn: (isBookmark: boolean) =>
      api(bookmarks.save, { params: { schoolId }, body: { degreeId, contentId, isBookmark } }),
    onSuccess: (answer) =>
      client.setQueryData(contextQuery.queryKey, (context) => context && { ...context, bookmarks: answer.bookmarks }),
    onError: (error) => notifyError(error),
  })
  const isKept = change.isPending ? change.variables : kept
  const label = isKept ? 'Tirar dos favoritos' : 'Guardar nos favoritos'
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={label}
      title={label}
      aria-pressed={isKept}
      onClick={() => change.isPending || change.mutate(!isKept)}
    >
      {isKept ? <IconBookmarkFilled size={20} aria-hidden /> : <IconBookmark size={20} aria-hidden />}
    </button>
  )
}
