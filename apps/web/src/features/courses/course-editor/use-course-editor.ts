import { courses, type Degree, type DegreeChange } from '@escola/contract/courses.contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { api, upload } from '../../../api/client.ts'
import { useSchool } from '../../../session/context.ts'
import { isOffline, sameValue, staleOf } from '../autosave/autosave-errors.ts'
import { unsavedStore } from '../autosave/unsaved-store.ts'
import { useAutosave } from '../autosave/use-autosave.ts'
import { useMounted } from '../autosave/use-mounted.ts'
import { rememberCourse } from '../courses.queries.ts'
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

/** A course while it is written: the last answer of the server with what was typed since on top of it. */
export function useCourseEditor(loaded: Degree) {
  const school = useSchool()
  const client = useQueryClient()
  const navigate = useNavigate()
  const mounted = useMounted()
  const [server, setServer] = useState(loaded)
  const newest = useRef(loaded)
  /** What the unsaved structure was made from, while it is put on top of a newer one. */
  const base = useRef(loaded)
  const params = () => ({ schoolId: school.id, link: newest.current.link })

  const accept = (degree: Degree) => {
    const linkChanged = degree.link !== newest.current.link
    newest.current = degree
    setServer(degree)
    rememberCourse(client, school.id, degree)
    if (!linkChanged || !mounted.current) return
    void navigate({
      to: '/c/$link',
      params: { link: degree.link },
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    })
  }

  const { autosave, ...status } = useAutosave<CourseEdits, Degree>(
    {
      delayMs: 500,
      save: async (edits, version) =>
        (await api(courses.save, { params: params(), body: { ...toWire(edits), id: loaded.id, version } })).degree,
      versionOf: (degree) => degree.version,
      staleOf: (error) => staleOf<Degree>(error, 'degree'),
      isOffline,
      alreadyIn,
      remap: (waiting, sent, saved) =>
        waiting.outline
          ? { ...waiting, outline: withServerIds(waiting.outline, sent.outline, saved.modules) }
          : waiting,
      rebase: (waiting, newer) =>
        waiting.outline
          ? { ...waiting, outline: rebaseOutline(base.current.modules, waiting.outline, newer.modules) }
          : waiting,
      onSaved: (degree, sent) => {
        setEdits((edits) =>
          edits.outline ? { ...edits, outline: withServerIds(edits.outline, sent.outline, degree.modules) } : edits,
        )
        accept(degree)
      },
      split: ({ landing_page_url, ...fields }) =>
        landing_page_url === undefined || isLandingPage(landing_page_url)
          ? { send: { ...fields, ...(landing_page_url === undefined ? {} : { landing_page_url }) } }
          : { send: Object.keys(fields).length > 0 ? fields : undefined, hold: { landing_page_url } },
      keep: unsavedStore(`escola.unsaved.${school.id}.course.${loaded.id}`),
    },
    loaded.version,
  )
  const [edits, setEdits] = useState<CourseEdits>(() => autosave.snapshot().unsaved ?? {})

  // A fresher answer than what we started from is taken over while nothing of our own is on its way.
  useEffect(() => {
    if (autosave.hasUnsaved() || loaded.version <= autosave.version) return
    autosave.version = loaded.version
    newest.current = loaded
    setServer(loaded)
    setEdits({})
  }, [autosave, loaded])

  const change = (fields: CourseEdits) => {
    setEdits((edits) => ({ ...edits, ...fields }))
    autosave.change(fields)
  }
  /** For what changes the course beside the fields; undefined when what was typed couldn't be saved first. */
  const exclusive = async (task: () => Promise<Degree>) => {
    const degree = await autosave.exclusive(task)
    if (degree) accept(degree)
    return degree
  }
  const outline = edits.outline ? withServerLessons(edits.outline, server.modules) : toOutline(server.modules)

  return {
    course: { ...server, ...edits },
    server,
    outline,
    ...status,
    change,
    flush: autosave.flush,
    hasUnsaved: autosave.hasUnsaved,
    linkNow: () => newest.current.link,
    /** The server's id of a module whose key we know. */
    moduleIdNow: (key: string) => savedModuleId(newest.current, outline, key),
    publish: (unpublish: boolean) =>
      exclusive(
        async () =>
          (
            await api(courses.publish, {
              params: params(),
              body: { id: loaded.id, ...(unpublish ? { unpublish } : {}) },
            })
          ).degree,
      ),
    uploadCover: (file: Blob, filename: string, onProgress: (done: number) => void) =>
      exclusive(
        async () =>
          (
            await upload(courses.uploadCover, {
              params: { schoolId: school.id },
              fields: { id: loaded.id, field: 'img_wide_url' },
              file,
              filename,
              onProgress,
            })
          ).degree,
      ),
    async clearDraft() {
      const degree = await exclusive(
        async () => (await api(courses.clearDraft, { params: params(), body: { id: loaded.id } })).degree,
      )
      if (degree) setEdits({})
      return degree
    },
    remove: async () => {
      await autosave.flush()
      autosave.discard()
      await api(courses.remove, { params: { schoolId: school.id }, body: { id: loaded.id } })
    },
    async keepMine() {
      const newer = status.stale
      if (!newer) return
      base.current = newest.current
      newest.current = newer
      setServer(newer)
      const saving = autosave.keepMine()
      setEdits(autosave.snapshot().unsaved ?? {})
      await saving
    },
    takeTheirs() {
      const newer = status.stale
      if (!newer) return
      autosave.takeTheirs()
      setEdits({})
      accept(newer)
    },
  }
}

export type CourseEditorState = ReturnType<typeof useCourseEditor>

/** Once all is saved, modules stand in the same places here and there. */
const savedModuleId = (saved: Degree, outline: Outline, key: string) => {
  const at = outline.findIndex((module) => module.key === key)
  const id = outline[at]?.id
  return id?.startsWith('new-') ? saved.modules[at]?.id : id
}
