import { type Category, courses } from '@escola/contract/courses.contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { useSchool } from '../../../session/context.ts'
import { notifyError } from '../../../ui/notify.ts'
import type { AutosaveState } from '../autosave/autosave.ts'
import { isOffline, sameValue } from '../autosave/autosave-errors.ts'
import { courseQueries } from '../courses.queries.ts'
import { type BoardCategory, toBoard, toSave, withIds } from './board-state.ts'
import { SaveQueue } from './save-queue.ts'

/** The categories as the owner arranges them, saved one request at a time. */
export function useBoard(loaded: Category[]) {
  const school = useSchool()
  const client = useQueryClient()
  const [board, setBoard] = useState(() => toBoard(loaded))
  const [state, setState] = useState<AutosaveState>('idle')
  const newest = useRef(board)
  /** The answer that the board already shows. */
  const known = useRef(loaded)
  const unsaved = useRef(false)
  const dragging = useRef(false)

  const show = (next: BoardCategory[]) => {
    newest.current = next
    setBoard(next)
  }
  const save = async () => {
    const sent = newest.current
    setState('saving')
    const { categories } = await api(courses.updateCategories, {
      params: { schoolId: school.id },
      body: { categories: toSave(sent) },
    })
    show(withIds(newest.current, sent, categories))
    known.current = categories
    client.setQueryData(courseQueries.categories(school.id).queryKey, { categories })
  }
  const latestSave = useRef(save)
  useEffect(() => {
    latestSave.current = save
  })
  const [queue] = useState(() => new SaveQueue(() => latestSave.current()))

  const request = async () => {
    unsaved.current = true
    try {
      await queue.request()
      unsaved.current = false
      setState('saved')
      return true
    } catch (error) {
      setState(isOffline(error) ? 'offline' : 'error')
      if (!isOffline(error)) notifyError(error)
      return false
    }
  }
  const latestRequest = useRef(request)
  useEffect(() => {
    latestRequest.current = request
  })

  useEffect(() => {
    const retry = () => {
      if (unsaved.current) void latestRequest.current()
    }
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [])

  // A fresher answer is taken over only while nothing of our own is on its way.
  useEffect(() => {
    if (sameValue(loaded, known.current) || unsaved.current || dragging.current) return
    known.current = loaded
    const fresh = toBoard(loaded)
    newest.current = fresh
    setBoard(fresh)
  }, [loaded])

  return {
    board,
    state,
    /** Shows a change that isn't decided yet, while something is dragged. */
    show,
    change(next: BoardCategory[]) {
      if (next === newest.current) return
      show(next)
      void request()
    },
    newest: () => newest.current,
    setDragging(active: boolean) {
      dragging.current = active
    },
    retry: request,
    hasUnsaved: () => unsaved.current,
    flush: async () => !unsaved.current || (await request()),
  }
}
