import { courses, type Degree, type DegreeChange } from '@escola/contract/courses.contract'
import { useCallbackRef } from '@mantine/hooks'
import { replaceEqualDeep, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { api } from '../../../api/client.ts'
import { upload } from '../../../api/upload.ts'
import { namingField, sameValue, staleOf } from '../../../autosave/save-errors.ts'
import { useUnsavedStore } from '../../../autosave/unsaved-store.ts'
import { useAutosave } from '../../../autosave/use-autosave.ts'
import { useMounted } from '../../../autosave/use-mounted.ts'
import { useSchool } from '../../../session/context.ts'
import { rememberCourse } from '../courses.queries.ts'
import { courseLabel } from './course-differences.ts'
import { isLandingPage } from './landing-page.ts'
import {
  type Outline,
  outlineChange,
  rebaseOutline,
  sameOutline,
  toOutline,
  withServerIds,
  withServerLessons,
} from './outline.ts'
import { removeCourse } from './remove-course.ts'
import { useUntouched } from './use-untouched.ts'

type CourseFields = Omit<
  DegreeChange,
  'id' | 'version' | 'categoryId' | 'modules' | 'moduleOrder' | 'contentOrderByModule'
>
export type CourseEdits = CourseFields & { outline?: Outline }

const toWire = ({ outline, ...fields }: CourseEdits): DegreeChange => ({
  ...fields,
  ...(outline ? outlineChange(outline) : {}),
})

const alreadyIn = ({ outline, ...fields }: CourseEdits, degree: Degree) =>
  (!outline || sameOutline(outline, degree.modules)) &&
  Object.entries(fields).every(([key, value]) => sameValue(value, degree[key as keyof Degree]))

const split = ({ landing_page_url, ...fields }: CourseEdits) =>
  landing_page_url === undefined || isLandingPage(landing_page_url)
    ? { send: { ...fields, ...(landing_page_url === undefined ? {} : { landing_page_url }) } }
    : { send: Object.keys(fields).length > 0 ? fields : undefined, hold: { landing_page_url } }

/** A course while it is written. */
export function useCourseEditor(loaded: Degree) {
  const school = useSchool()
  const client = useQueryClient()
  const navigate = useNavigate()
  const mounted = useMounted()
  const isUploading = useRef(false)
  const { id } = loaded
  const paramsOf = ({ link }: Degree) => ({ schoolId: school.id, link })

  const { autosave, base, edits, ...status } = useAutosave<CourseEdits, Degree>(
    {
      delayMs: 500,
      save: async (edits, base) => {
        const body = { ...toWire(edits), id, version: base.version }
        return (await api(courses.save, { params: paramsOf(base), body }).catch(namingField(courseLabel))).degree
      },
      versionOf: (degree) => degree.version,
      follow: (base, loaded, { unsaved }) =>
        loaded.version === base.version || (loaded.version > base.version && !unsaved) ? loaded : base,
      staleOf: (error) => staleOf<{ degree: Degree }>(error)?.degree,
      alreadyIn,
      split,
      remap: (edits, sent, saved) =>
        edits.outline ? { ...edits, outline: withServerIds(edits.outline, sent.outline, saved.modules) } : edits,
      rebase: (edits, base, newer) =>
        edits.outline ? { ...edits, outline: rebaseOutline(base.modules, edits.outline, newer.modules) } : edits,
      onSaved: (degree, before) => {
        rememberCourse(client, school.id, degree)
        const { link } = degree
        if (link === before.link || !mounted.current) return
        void navigate({ to: '/c/$link', params: { link }, replace: true, resetScroll: false, ignoreBlocker: true })
      },
      keep: useUnsavedStore(`course.${id}`),
    },
    loaded,
  )
  /** What stayed the same stays the same object, so that hundreds of lessons aren't drawn for one that changed. */
  const shown = useRef<Outline>([])
  const outline = useMemo(() => {
    const next = edits.outline ? withServerLessons(edits.outline, base.modules) : toOutline(base.modules)
    shown.current = replaceEqualDeep(shown.current, next)
    return shown.current
  }, [edits.outline, base.modules])
  const placeForLesson = useCallbackRef(async (key: string) => {
    await autosave.settled()
    return { link: autosave.base.link, moduleId: savedModuleId(autosave.base, outline, key) }
  })

  const hasUnsaved = () => autosave.hasUnsaved() || isUploading.current
  useUntouched({
    isAt: (version) => autosave.base.version === version && autosave.base.img_wide_url === '' && !hasUnsaved(),
    remove: (version) => removeCourse(client, school.id, { id, version }),
  })

  return {
    course: { ...base, ...edits },
    server: base,
    outline,
    ...status,
    change: autosave.change,
    flush: autosave.flush,
    // Whoever leaves waits for the cover, as for any save.
    hasUnsaved,
    isKept: () => autosave.snapshot().state === 'offline' && !isUploading.current,
    keepMine: autosave.keepMine,
    takeTheirs: autosave.takeTheirs,
    /** Where a lesson is made in a module whose key we know: it needs the module's id, so the course is saved first. */
    placeForLesson,
    publish: (unpublish: boolean) =>
      autosave.exclusive(async () => {
        const body = { id, ...(unpublish ? { unpublish } : {}) }
        return (await api(courses.publish, { params: paramsOf(autosave.base), body })).degree
      }),
    uploadCover: (file: File, onProgress: (done: number) => void) =>
      autosave.exclusive(async () => {
        isUploading.current = true
        try {
          const request = { params: { schoolId: school.id }, fields: { id, field: 'img_wide_url' } } as const
          return (await upload(courses.uploadCover, { ...request, file, filename: file.name, onProgress })).degree
        } finally {
          isUploading.current = false
        }
      }),
    /** What is typed goes too, so it needn't be saved first. */
    clearDraft: () =>
      autosave.alone(async () =>
        autosave.take((await api(courses.clearDraft, { params: paramsOf(autosave.base), body: { id } })).degree),
      ),
    remove: () =>
      autosave.alone(async () => {
        await removeCourse(client, school.id, { id })
        autosave.discard()
      }),
  }
}

export type CourseEditorState = ReturnType<typeof useCourseEditor>

/** Once all is saved, modules stand in the same places here and there. */
const savedModuleId = (saved: Degree, outline: Outline, key: string) => {
  const at = outline.findIndex((module) => module.key === key)
  const id = outline[at]?.id
  return id?.startsWith('new-') ? saved.modules[at]?.id : id
}
