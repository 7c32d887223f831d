import { categories } from '@escola/contract/categories.contract'
import { limits } from '@escola/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { staleOf } from '../../../autosave/save-errors.ts'
import { useUnsavedStore } from '../../../autosave/unsaved-store.ts'
import { useAutosave } from '../../../autosave/use-autosave.ts'
import { useSchool, useViewRole } from '../../../session/context.ts'
import { useRights } from '../../../session/rights.ts'
import { isSameValue } from '../../../ui/editor/same-value.ts'
import { type Categories, courseQueries } from '../courses.queries.ts'
import {
  type BoardCategory,
  isSameBoard,
  rebaseBoard,
  toBoard,
  toSave,
  withIds,
  withServerCourses,
} from './board-state.ts'

interface Edits {
  board?: BoardCategory[]
}

/** The categories as the owner arranges them. */
export function useBoard(loaded: Categories) {
  const school = useSchool()
  /** An administrator who looks as a student does changes nothing (part 2 §4). */
  const { may } = useRights()
  const isReadOnly = useViewRole() !== 'admin' || !may('courses')
  const client = useQueryClient()
  const { queryKey } = courseQueries.categories(school.id)
  const isDragging = useRef(false)
  /** Board that is shown while a course or a category is held. */
  const [held, setHeld] = useState<BoardCategory[]>()
  const newestHeld = useRef(held)
  const hold = (board: BoardCategory[] | undefined) => {
    newestHeld.current = board
    setHeld(board)
  }

  const { autosave, base, edits, ...status } = useAutosave<Edits, Categories>(
    {
      delayMs: 0,
      save: async ({ board = [] }, { revision }) => {
        // An answer that was asked for before this save would take it back on the screen.
        await client.cancelQueries({ queryKey })
        return api(categories.update, {
          params: { schoolId: school.id },
          body: { categories: toSave(board), revision },
        })
      },
      versionOf: ({ revision }) => revision,
      // The board doesn't move while the user drags; the drop is put on top of the newer board.
      follow: (base, loaded, { unsaved }) =>
        loaded.revision === base.revision || !(unsaved || isDragging.current) ? loaded : base,
      staleOf: (error) => staleOf<Categories>(error),
      mergesAlone: true,
      alreadyIn: ({ board = [] }, { categories }) => isSameBoard(board, categories),
      remap: ({ board }, sent, { categories }) =>
        board && sent.board ? { board: withIds(board, sent.board, categories) } : {},
      rebase: ({ board }, base, newer) =>
        board ? { board: rebaseBoard(base.categories, board, newer.categories) } : {},
      onSaved: (answer) => client.setQueryData(queryKey, answer),
      keep: useUnsavedStore('categories'),
    },
    loaded,
  )
  const boardOf = (base: Categories, { board }: Edits) =>
    board ? withServerCourses(board, base.categories) : toBoard(base.categories)
  const newest = () => newestHeld.current ?? boardOf(autosave.base, autosave.snapshot().edits)
  const latest = useRef(loaded)
  useEffect(() => {
    latest.current = loaded
  })

  return {
    board: held ?? boardOf(base, edits),
    ...status,
    newest,
    /** Shows a change that isn't decided yet. */
    show: hold,
    isReadOnly,
    change(board: BoardCategory[]) {
      hold(undefined)
      if (isReadOnly || isSameValue(board, newest())) return
      autosave.change({ board })
    },
    setDragging(active: boolean) {
      isDragging.current = active
      if (active) return
      hold(undefined)
      autosave.follow(latest.current)
    },
    flush: autosave.flush,
    /** Resolves once all is saved: asked again every 250 ms (part 2 §4). Rejects with what is in the way. */
    async settled() {
      void autosave.flush()
      while (autosave.hasUnsaved()) {
        await new Promise((resolve) => setTimeout(resolve, limits.categoryPollMs))
        const { state, error } = autosave.snapshot()
        if (state !== 'saving' && autosave.hasUnsaved()) throw error
      }
    },
    hasUnsaved: autosave.hasUnsaved,
    isKept: () => autosave.snapshot().state === 'offline',
  }
}
