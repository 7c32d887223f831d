import { courses, type Degree, type Lesson, lessons } from '@escola/contract/courses.contract'
import { limits } from '@escola/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { useSchool } from '../../../session/context.ts'
import { isOffline, staleOf } from '../autosave/autosave-errors.ts'
import { unsavedStore } from '../autosave/unsaved-store.ts'
import { useAutosave } from '../autosave/use-autosave.ts'
import { useMounted } from '../autosave/use-mounted.ts'
import { rememberCourse, rememberLesson } from '../courses.queries.ts'
import { alreadyIn, type LessonEdits, splitEdits, toWire } from './lesson-edits.ts'

export interface LessonAnswer {
  content: Lesson
  degree: Degree
}

/** The error carries the whole answer or the lesson alone; either way the course that we know stays usable. */
const staleAnswer = (error: unknown, degree: Degree): LessonAnswer | undefined => {
  const content = staleOf<Lesson>(error, 'content')
  return content && { content, degree: staleOf<Degree>(error, 'degree') ?? degree }
}

/** A lesson while it is written: the last answer of the server with what was typed since on top of it. */
export function useLessonEditor(loaded: LessonAnswer) {
  const school = useSchool()
  const client = useQueryClient()
  const navigate = useNavigate()
  const mounted = useMounted()
  const [server, setServer] = useState(loaded)
  const newest = useRef(loaded)
  const params = () => ({
    schoolId: school.id,
    courseLink: newest.current.degree.link,
    lessonLink: newest.current.content.link,
  })

  const accept = (answer: LessonAnswer) => {
    const before = newest.current
    newest.current = answer
    setServer(answer)
    rememberLesson(client, school.id, answer.content, answer.degree)
    const { content, degree } = answer
    if (!mounted.current || (content.link === before.content.link && degree.link === before.degree.link)) return
    void navigate({
      to: '/c/$link/$classLink',
      params: { link: degree.link, classLink: content.link },
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    })
  }

  const { autosave, ...status } = useAutosave<LessonEdits, LessonAnswer>(
    {
      delayMs: limits.lessonAutosaveMs,
      save: (edits, version) =>
        api(lessons.save, {
          params: params(),
          body: { ...toWire(edits), id: loaded.content.id, degree_id: loaded.degree.id, version },
        }),
      versionOf: ({ content }) => content.version,
      staleOf: (error) => staleAnswer(error, newest.current.degree),
      isOffline,
      alreadyIn: (edits, { content }) => alreadyIn(edits, content),
      split: (edits) => splitEdits(edits, newest.current.content),
      onSaved: accept,
      keep: unsavedStore(`escola.unsaved.${school.id}.lesson.${loaded.content.id}`),
    },
    loaded.content.version,
  )
  const [edits, setEdits] = useState<LessonEdits>(() => autosave.snapshot().unsaved ?? {})

  // A fresher answer than what we started from is taken over while nothing of our own is on its way.
  useEffect(() => {
    if (autosave.hasUnsaved() || loaded.content.version <= autosave.version) return
    autosave.version = loaded.content.version
    newest.current = loaded
    setServer(loaded)
    setEdits({})
  }, [autosave, loaded])

  return {
    lesson: { ...server.content, ...edits },
    degree: server.degree,
    ...status,
    change(fields: LessonEdits) {
      setEdits((edits) => ({ ...edits, ...fields }))
      autosave.change(fields)
    },
    flush: autosave.flush,
    hasUnsaved: autosave.hasUnsaved,
    /** The whole course goes out; the lesson is read again for what that changed in it. */
    async publish() {
      const answer = await autosave.exclusive(async () => {
        const { degree } = await api(courses.publish, {
          params: { schoolId: school.id, link: newest.current.degree.link },
          body: { id: loaded.degree.id },
        })
        return api(lessons.get, { params: { ...params(), courseLink: degree.link } })
      })
      if (answer) accept(answer)
      return answer
    },
    async renameCourse(title: string) {
      const { id, link, version } = newest.current.degree
      const { degree } = await api(courses.save, {
        params: { schoolId: school.id, link },
        body: { id, version, title },
      })
      rememberCourse(client, school.id, degree)
      accept({ content: newest.current.content, degree })
    },
    async keepMine() {
      const newer = status.stale
      if (!newer) return
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

export type LessonEditorState = ReturnType<typeof useLessonEditor>
