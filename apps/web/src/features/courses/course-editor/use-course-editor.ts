import { courses, type Degree, type DegreeChange } from '@escola/contract/courses.contract'
import { isLandingPage } from '@escola/contract/landing-page'
import { useCallbackRef } from '@mantine/hooks'
import { replaceEqualDeep, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { api } from '../../../api/client.ts'
import { makeOnce } from '../../../api/make-once.ts'
import { upload } from '../../../api/upload.ts'
import { namingField, staleOf } from '../../../autosave/save-errors.ts'
import { useMovingStore } from '../../../autosave/unsaved-store.ts'
import { useAutosave } from '../../../autosave/use-autosave.ts'
import { contextQuery, useSchool } from '../../../session/context.ts'
import { isNewRecord } from '../../../ui/editor/new-record.ts'
import { isSameValue } from '../../../ui/editor/same-value.ts'
import { useGoOn } from '../../../ui/editor/use-go-on.ts'
import { useMounted } from '../../../ui/use-mounted.ts'
import { useRefresh } from '../../../ui/use-refresh.ts'
import type { CopyTarget } from '../copy-dialog.tsx'
import { courseQueries, storeCourse } from '../courses.queries.ts'
import { useCopies } from '../use-copies.ts'
import { type CourseEdits, getCourseLabel } from './course-differences.ts'
import {
  isSameOutline,
  makeOutlineChange,
  type Outline,
  rebaseOutline,
  toOutline,
  withServerIds,
  withServerLessons,
} from './outline.ts'
import { removeCourse } from './remove-course.ts'

const toWire = ({ outline, workload_text: _text, ...fields }: CourseEdits): DegreeChange => ({
  ...fields,
  ...(outline ? makeOutlineChange(outline) : {}),
})

const isSavedIn = ({ outline, ...fields }: CourseEdits, degree: Degree) =>
  (!outline || isSameOutline(outline, degree.modules)) &&
  Object.entries(fields).every(([key, value]) => isSameValue(value, degree[key as keyof Degree]))

const split = ({ landing_page_url, workload_text, ...fields }: CourseEdits) => {
  const send: CourseEdits = { ...fields }
  const hold: CourseEdits = {}
  if (landing_page_url !== undefined) Object.assign(isLandingPage(landing_page_url) ? send : hold, { landing_page_url })
  if (workload_text !== undefined) hold.workload_text = workload_text
  const isHeld = Object.keys(hold).length > 0
  return { send: isHeld && Object.keys(send).length === 0 ? undefined : send, hold: isHeld ? hold : undefined }
}

/** A course while it is written. */
export function useCourseEditor(loaded: Degree) {
  const school = useSchool()
  const client = useQueryClient()
  const goOn = useGoOn()
  const mounted = useMounted()
  const isUploading = useRef(false)
  const { copyModule } = useCopies()
  const paramsOf = ({ link }: Degree) => ({ schoolId: school.id, link })
  const update = async (edits: CourseEdits, base: Degree) => {
    const body = { ...toWire(edits), id: base.id, version: base.version }
    return (await api(courses.save, { params: paramsOf(base), body }).catch(namingField(getCourseLabel))).degree
  }
  const made = useRef<Degree>(undefined)
  /** The first change makes the course. If an answer was lost, the next attempt finds the course that was made. */
  const make = async (edits: CourseEdits, { category_id: categoryId }: Degree) => {
    if (!made.current) {
      const answer = await makeOnce(`course of ${school.id}/${categoryId}`, (idempotencyKey) =>
        api(courses.save, {
          params: { schoolId: school.id, link: '0' },
          body: { ...toWire(edits), categoryId },
          idempotencyKey,
        }).catch(namingField(getCourseLabel)),
      )
      made.current = answer.degree
      client.setQueryData(courseQueries.categories(school.id).queryKey, answer.school)
      // The context counts the school's courses.
      void client.invalidateQueries(contextQuery)
    }
    return isSavedIn(edits, made.current) ? made.current : update(edits, made.current)
  }

  const { autosave, base, edits, ...status } = useAutosave<CourseEdits, Degree>(
    {
      delayMs: 500,
      save: (edits, base) => (isNewRecord(base) ? make(edits, base) : update(edits, base)),
      versionOf: (degree) => degree.version,
      follow: (base, loaded, { unsaved }) =>
        loaded.version === base.version || (loaded.version > base.version && !unsaved) ? loaded : base,
      staleOf: (error) => staleOf<{ degree: Degree }>(error)?.degree,
      alreadyIn: isSavedIn,
      split,
      remap: (edits, sent, saved) =>
        edits.outline ? { ...edits, outline: withServerIds(edits.outline, sent.outline, saved.modules) } : edits,
      rebase: (edits, base, newer) =>
        edits.outline ? { ...edits, outline: rebaseOutline(base.modules, edits.outline, newer.modules) } : edits,
      onSaved: (degree, before) => {
        storeCourse(client, school.id, degree)
        const { id, link } = degree
        if (link === before.link || !mounted.current) return
        const state = isNewRecord(before) ? { made: id } : true
        void goOn({ to: '/c/$link', params: { link }, state })
      },
      keep: useMovingStore(loaded, (course) => `course.${isNewRecord(course) ? course.link : course.id}`),
    },
    loaded,
  )
  /** Unchanged modules and lessons stay the same objects, so that hundreds of lessons aren't drawn for one that changed. */
  const shown = useRef<Outline>([])
  const outline = useMemo(() => {
    const next = edits.outline ? withServerLessons(edits.outline, base.modules) : toOutline(base.modules)
    shown.current = replaceEqualDeep(shown.current, next)
    return shown.current
  }, [edits.outline, base.modules])
  const placeForLesson = useCallbackRef(async (key: string) => {
    await autosave.settled()
    return { link: autosave.base.link, moduleId: findSavedModuleId(autosave.base, outline, key) }
  })

  const refreshOthers = useRefresh('certificateTemplates', 'certificates', 'coursePages', 'exams', 'learning', 'today')
  const refreshExams = useRefresh('exams')
  const hasUnsaved = () => autosave.hasUnsaved() || isUploading.current

  return {
    course: { ...base, ...edits },
    server: base,
    outline,
    ...status,
    change: autosave.change,
    flush: autosave.flush,
    /** Waits until all is saved. */
    settled: autosave.settled,
    // A user who leaves waits for the cover, like for any save.
    hasUnsaved,
    isKept: () => autosave.snapshot().state === 'offline' && !isUploading.current,
    keepMine: autosave.keepMine,
    takeTheirs: autosave.takeTheirs,
    /** Finds the place of a new lesson in a module whose key is known: the lesson needs the module's id, so the course is saved first. */
    placeForLesson,
    publish: (unpublish: boolean) =>
      autosave.exclusive(async () => {
        const { base } = autosave
        const body = { id: base.id, ...(unpublish ? { unpublish } : {}) }
        const { degree } = await api(courses.publish, { params: paramsOf(base), body })
        // Certificates of several courses stand still without one of them.
        void refreshOthers()
        return degree
      }),
    copyModule: async (key: string, target: CopyTarget) => {
      const { moduleId } = await placeForLesson(key)
      if (!moduleId) return
      return autosave.exclusive(async () => {
        const { base } = autosave
        const changed = await copyModule(moduleId, base.id, target)
        return changed.id === base.id ? changed : base
      })
    },
    uploadCover: (file: File, onProgress: (done: number) => void) => {
      // A cover is a change, too, and belongs to a course that is there.
      if (isNewRecord(autosave.base)) autosave.change({})
      return autosave.exclusive(async () => {
        isUploading.current = true
        try {
          const fields = { id: autosave.base.id, field: 'img_wide_url' } as const
          const request = { params: { schoolId: school.id }, fields }
          return (await upload(courses.uploadCover, { ...request, file, filename: file.name, onProgress })).degree
        } finally {
          isUploading.current = false
        }
      })
    },
    /** Typed edits go too, so they needn't be saved first. */
    clearDraft: () =>
      autosave.alone(async () => {
        const { base } = autosave
        autosave.take((await api(courses.clearDraft, { params: paramsOf(base), body: { id: base.id } })).degree)
        void refreshExams()
      }),
    remove: () =>
      autosave.alone(async () => {
        await removeCourse(client, school.id, autosave.base.id)
        autosave.discard()
      }),
  }
}

export type CourseEditorState = ReturnType<typeof useCourseEditor>

/** Finds a module's saved id by its position: after a save, both outlines have equal positions. */
const findSavedModuleId = (saved: Degree, outline: Outline, key: string) => {
  const at = outline.findIndex((module) => module.key === key)
  const id = outline[at]?.id
  return id?.startsWith('new-') ? saved.modules[at]?.id : id
}
