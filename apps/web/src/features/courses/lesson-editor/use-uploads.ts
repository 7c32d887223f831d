import { type LessonFile, lessons } from '@escola/contract/lessons.contract'
import { limits } from '@escola/contract/limits'
import { messages } from '@escola/contract/messages'
import { useEffect, useRef, useState } from 'react'
import { textOf } from '../../../api/api-error.ts'
import { upload } from '../../../api/upload.ts'
import { isPassing } from '../../../autosave/save-errors.ts'
import { useSchool } from '../../../session/context.ts'

export interface Upload {
  id: string
  file: File
  /** Progress in percent. */
  done: number
  problem?: string
  /** Says whether the file may be sent another time. */
  mayRetry?: boolean
}
interface Props {
  files: LessonFile[]
  onChange: (files: LessonFile[]) => void
  /** Reports the number of files being sent. */
  onUploads: (count: number) => void
}

/** Uploads at a time: more would only share the same bandwidth. */
const atOnce = 3

/** Files on their way to a lesson: each for itself, so that one that fails takes no other with it and may be tried again. */
export function useUploads({ files, onChange, onUploads }: Props) {
  const school = useSchool()
  const [uploads, setUploads] = useState<Upload[]>([])
  const [problems, setProblems] = useState<string[]>([])
  // Uploads end at different times: each is added to the newest list, in the order in which they were chosen.
  const newest = useRef(files)
  newest.current = files
  const chosen = useRef(new Map<string, number>())
  const waiting = useRef<Upload[]>([])
  const running = useRef(new Map<string, AbortController>())
  // A user who leaves in spite of the question doesn't want the rest.
  useEffect(
    () => () => {
      waiting.current = []
      for (const controller of running.current.values()) controller.abort()
    },
    [],
  )

  const update = (id: string, change: Partial<Upload>) =>
    setUploads((before) => before.map((each) => (each.id === id ? { ...each, ...change } : each)))
  const forget = (id: string) => setUploads((before) => before.filter((each) => each.id !== id))
  const reportCount = () => onUploads(waiting.current.length + running.current.size)
  const change = (next: LessonFile[]) => {
    newest.current = next
    onChange(next)
  }
  const take = (file: LessonFile, place: number) => {
    chosen.current.set(file.id, place)
    const at = newest.current.findIndex(({ id }) => (chosen.current.get(id) ?? -1) > place)
    change(newest.current.toSpliced(at < 0 ? newest.current.length : at, 0, file))
  }

  const send = async ({ id, file }: Upload) => {
    const controller = new AbortController()
    running.current.set(id, controller)
    try {
      const answer = await upload(lessons.uploadFile, {
        params: { schoolId: school.id },
        file,
        filename: file.name,
        signal: controller.signal,
        onProgress: (done) => update(id, { done: done * 100 }),
      })
      take(answer.file, Number(id))
      forget(id)
    } catch (error) {
      if (controller.signal.aborted) forget(id)
      else update(id, { problem: textOf(error), mayRetry: isPassing(error) })
    } finally {
      running.current.delete(id)
      startNext()
    }
  }
  const startNext = () => {
    while (running.current.size < atOnce) {
      const upload = waiting.current.shift()
      if (!upload) break
      void send(upload)
    }
    reportCount()
  }
  const begin = (begun: Upload[]) => {
    waiting.current.push(...begun)
    startNext()
  }
  const count = useRef(0)

  return {
    uploads,
    problems,
    forgetProblems: () => setProblems([]),
    change,
    newest: () => newest.current,
    add(given: File[]) {
      const free = Math.max(0, limits.filesPerLesson - newest.current.length - uploads.length)
      const fitting = given.slice(0, free)
      const tooLarge = fitting.filter((file) => file.size >= limits.lessonFileBytes)
      setProblems([
        ...(given.length > free ? [`Uma aula tem no máximo ${limits.filesPerLesson} arquivos`] : []),
        ...tooLarge.map((file) => messages.fileTooLarge(file.name)),
      ])
      const added = fitting
        .filter((file) => !tooLarge.includes(file))
        .map((file): Upload => ({ id: String(count.current++), file, done: 0 }))
      setUploads((before) => [...before, ...added])
      begin(added)
    },
    retry(upload: Upload) {
      update(upload.id, { done: 0, problem: undefined })
      begin([upload])
    },
    /** Stops it, or gives it up after it failed. */
    cancel({ id }: Upload) {
      waiting.current = waiting.current.filter((each) => each.id !== id)
      running.current.get(id)?.abort()
      forget(id)
      reportCount()
    },
  }
}
