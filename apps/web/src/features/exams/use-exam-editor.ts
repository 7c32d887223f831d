import type { ExamPlan } from '@escola/contract/exam-plan'
import { type Exam, exams } from '@escola/contract/exams.contract'
import { limits } from '@escola/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { staleOf } from '../../autosave/save-errors.ts'
import { useUnsavedStore } from '../../autosave/unsaved-store.ts'
import { useAutosave } from '../../autosave/use-autosave.ts'
import { useSchool } from '../../session/context.ts'
import type { LessonPart } from '../../ui/editor/lesson-part.ts'
import { isSameValue } from '../../ui/editor/same-value.ts'
import { useRefresh } from '../../ui/use-refresh.ts'
import { examQueries } from './exams.queries.ts'

type Edits = Partial<ExamPlan>

/** An assessment while it is written. It saves itself as its lesson does, and goes out with the course. */
export function useExamEditor(loaded: Exam, { onWriter }: Pick<LessonPart, 'onWriter'>) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const refreshCourses = useRefresh('courses')
  const lessonId = loaded.lesson_id
  const [keep] = useState(useUnsavedStore<{ edits: Edits; base: Exam }>(`exam.${lessonId}`))
  const { autosave, base, edits, ...status } = useAutosave<Edits, Exam>(
    {
      delayMs: limits.lessonAutosaveMs,
      save: async (edits, base) => {
        const body = { version: base.version, plan: { ...base.plan, ...edits } }
        const { exam } = await api(exams.save, { params: { schoolId, lessonId }, body })
        return exam ?? base
      },
      versionOf: ({ version }) => version,
      follow: (base, loaded, { unsaved }) => {
        const isNewer = loaded.version > base.version && !unsaved
        return isNewer || loaded.version === base.version ? loaded : base
      },
      staleOf: (error) => staleOf<{ exam: Exam | null }>(error)?.exam ?? undefined,
      alreadyIn: (edits, { plan }) => isSameValue({ ...plan, ...edits }, plan),
      onSaved: (saved, before) => {
        client.setQueryData(examQueries.one(schoolId, lessonId).queryKey, saved)
        // The course shows whether there is something to publish.
        if (saved.changes.plan !== before.changes.plan) void refreshCourses()
      },
      keep,
    },
    loaded,
  )
  const { changed, added, removed, plan } = base.changes
  const hasChanges = plan || changed + added + removed > 0 || status.unsaved !== undefined
  useEffect(() => {
    onWriter({
      hasChanges,
      settled: autosave.settled,
      flush: autosave.flush,
      hasUnsaved: autosave.hasUnsaved,
      isKept: () => autosave.snapshot().state === 'offline',
    })
  }, [autosave, hasChanges, onWriter])
  useEffect(() => () => onWriter(undefined), [onWriter])
  return {
    exam: base,
    plan: { ...base.plan, ...edits },
    ...status,
    change: autosave.change,
    flush: autosave.flush,
    settled: autosave.settled,
    keepMine: autosave.keepMine,
    takeTheirs: autosave.takeTheirs,
  }
}
