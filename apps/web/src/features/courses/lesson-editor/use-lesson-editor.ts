import { courses, type Degree } from '@escola/contract/courses.contract'
import { lessons } from '@escola/contract/lessons.contract'
import { limits } from '@escola/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { makeOnce } from '../../../api/make-once.ts'
import { namingField, staleOf } from '../../../autosave/save-errors.ts'
import { useMovingStore } from '../../../autosave/unsaved-store.ts'
import { useAutosave } from '../../../autosave/use-autosave.ts'
import { useSchool } from '../../../session/context.ts'
import type { LessonPartWriter } from '../../../ui/editor/lesson-part.ts'
import { isNewRecord } from '../../../ui/editor/new-record.ts'
import { useGoOn } from '../../../ui/editor/use-go-on.ts'
import { notifyError } from '../../../ui/notify.ts'
import { nounKey } from '../../../ui/nouns.ts'
import { useMounted } from '../../../ui/use-mounted.ts'
import type { CopyTarget } from '../copy-dialog.tsx'
import { type LessonAnswer, storeLesson } from '../courses.queries.ts'
import { useCopies } from '../use-copies.ts'
import { getLessonLabel } from './lesson-differences.ts'
import { isSavedIn, type LessonEdits, splitEdits, toWire } from './lesson-edits.ts'

/** A lesson while it is written, and the title of its course. */
export function useLessonEditor(loaded: LessonAnswer) {
  const school = useSchool()
  const client = useQueryClient()
  const goOn = useGoOn()
  const mounted = useMounted()
  const degree_id = loaded.degree.id
  const { copyLesson } = useCopies()
  const paramsOf = ({ content, degree }: LessonAnswer) => ({
    schoolId: school.id,
    courseLink: degree.link,
    lessonLink: content.link,
  })

  const update = (edits: LessonEdits, base: LessonAnswer) => {
    const { id, version } = base.content
    const body = { ...toWire(edits), id, degree_id, version }
    return api(lessons.save, { params: paramsOf(base), body }).catch(namingField(getLessonLabel))
  }
  const made = useRef<LessonAnswer>(undefined)
  /** The first change makes the lesson. If an answer was lost, the next attempt finds the lesson that was made. */
  const make = async (edits: LessonEdits, { content: { module_id }, degree: { link: courseLink } }: LessonAnswer) => {
    made.current ??= await makeOnce(`lesson of ${school.id}/${degree_id}/${module_id}`, (idempotencyKey) =>
      api(lessons.save, {
        params: { schoolId: school.id, courseLink, lessonLink: '0' },
        body: { ...toWire(edits), degree_id, module_id: module_id ?? undefined },
        idempotencyKey,
      }).catch(namingField(getLessonLabel)),
    )
    return isSavedIn(edits, made.current.content) ? made.current : update(edits, made.current)
  }

  const { autosave, base, edits, ...status } = useAutosave<LessonEdits, LessonAnswer>(
    {
      delayMs: limits.lessonAutosaveMs,
      save: (edits, base) => (isNewRecord(base.content) ? make(edits, base) : update(edits, base)),
      versionOf: ({ content }) => content.version,
      // The course is published and renamed elsewhere, whatever is written here.
      follow: (base, loaded, { unsaved }) => {
        const isNewer = loaded.content.version > base.content.version && !unsaved
        return {
          content: isNewer || loaded.content.version === base.content.version ? loaded.content : base.content,
          degree: loaded.degree.version >= base.degree.version ? loaded.degree : base.degree,
        }
      },
      staleOf: (error) => staleOf<LessonAnswer>(error),
      alreadyIn: (edits, { content }) => isSavedIn(edits, content),
      split: (edits, { content }) => splitEdits(edits, content),
      onSaved: (answer, before) => {
        storeLesson(client, school.id, answer)
        const { content, degree } = answer
        if (!mounted.current || (content.link === before.content.link && degree.link === before.degree.link)) return
        void goOn({
          to: '/c/$link/$classLink',
          params: { link: degree.link, classLink: content.link },
          state: isNewRecord(before.content) ? { made: content.id } : true,
        })
      },
      keep: useMovingStore(loaded, ({ content }) => `lesson.${isNewRecord(content) ? content.link : content.id}`),
    },
    loaded,
  )

  const saveTitle = (degree: Degree, title: string) =>
    api(courses.save, {
      params: { schoolId: school.id, link: degree.link },
      body: { id: degree_id, version: degree.version, title },
    })
  const renameCourse = (title: string) =>
    autosave.alone(async () => {
      const { content, degree } = autosave.base
      if (title === degree.title) return
      const saved = await saveTitle(degree, title).catch((error: unknown) => {
        const newer = staleOf<{ degree: Degree }>(error)?.degree
        if (!newer) throw error
        autosave.accept({ content, degree: newer })
        // The save fails only if the newer title differs, so that the user decides; otherwise the title is saved again.
        if (newer.title !== degree.title) throw error
        return saveTitle(newer, title)
      })
      autosave.accept({ content, degree: saved.degree })
    })
  const courseTitle = useCourseTitle(base.degree, renameCourse)
  const uploads = useRef({ files: 0, video: 0 })
  const exam = useExam()
  const hasUploads = () => uploads.current.files + uploads.current.video > 0

  return {
    lesson: { ...base.content, ...edits },
    degree: base.degree,
    courseTitle,
    ...status,
    change: autosave.change,
    setExam: exam.set,
    /** Something to publish of the lesson's assessment. */
    examChanges: exam.hasChanges || undefined,
    async flush() {
      await courseTitle.save()
      await exam.current()?.flush()
      return autosave.flush()
    },
    setUploads: (kind: 'files' | 'video') => (count: number) => {
      uploads.current[kind] = count
    },
    hasUnsaved: () =>
      autosave.hasUnsaved() || courseTitle.hasUnsaved() || hasUploads() || (exam.current()?.hasUnsaved() ?? false),
    isKept: () =>
      (!autosave.hasUnsaved() || autosave.snapshot().state === 'offline') &&
      !courseTitle.hasUnsaved() &&
      !hasUploads() &&
      (!exam.current()?.hasUnsaved() || exam.current()?.isKept() === true),
    keepMine: autosave.keepMine,
    takeTheirs: autosave.takeTheirs,
    copy: (target: CopyTarget) =>
      autosave.exclusive(async () => {
        const { content, degree } = autosave.base
        const changed = await copyLesson(content.id, degree_id, target)
        return { content, degree: changed.id === degree_id ? changed : degree }
      }),
    /** The whole course goes out; the lesson is read again for what that changed in it. */
    publish: () =>
      autosave.exclusive(async () => {
        await exam.current()?.settled()
        const { degree } = await api(courses.publish, {
          params: { schoolId: school.id, link: autosave.base.degree.link },
          body: { id: degree_id },
        })
        void client.invalidateQueries({ queryKey: nounKey(school.id, 'exams') })
        const { content } = autosave.base
        return isNewRecord(content) ? { content, degree } : api(lessons.get, { params: paramsOf({ content, degree }) })
      }),
  }
}

/** Writer of the lesson's assessment, while that part is on the screen. */
function useExam() {
  const writer = useRef<LessonPartWriter>(undefined)
  const [hasChanges, setChanges] = useState(false)
  const set = useCallback((next: LessonPartWriter | undefined) => {
    writer.current = next
    setChanges(next?.hasChanges ?? false)
  }, [])
  return { set, hasChanges, current: () => writer.current }
}

/** Saved when it is left: it belongs to the course, not to the lesson that is written here. */
function useCourseTitle(course: Degree, onRename: (title: string) => Promise<void>) {
  const [typed, setTyped] = useState<string>()
  const newest = useRef<string>(undefined)
  const type = (title: string | undefined) => {
    newest.current = title
    setTyped(title)
  }
  return {
    typed,
    type,
    hasUnsaved: () => newest.current !== undefined,
    async save() {
      const title = newest.current?.trim()
      if (!title || title === course.title) return type(undefined)
      try {
        await onRename(title)
        if (newest.current?.trim() === title) type(undefined)
      } catch (error) {
        notifyError(error)
      }
    },
  }
}

export type LessonEditorState = ReturnType<typeof useLessonEditor>
