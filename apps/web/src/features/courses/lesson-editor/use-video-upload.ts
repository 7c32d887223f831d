import { refusals } from '@escola/contract/refusals'
import { videos } from '@escola/contract/videos.contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { api } from '../../../api/client.ts'
import { refusalText } from '../../../autosave/save-errors.ts'
import { useUnsavedStore } from '../../../autosave/unsaved-store.ts'
import { useSchool } from '../../../session/context.ts'
import { formatBytes } from '../../../ui/format.ts'
import { nounKey } from '../../../ui/nouns.ts'
import { useRefresh } from '../../../ui/use-refresh.ts'
import { TransferRate } from './transfer-rate.ts'
import { FileGone, sendVideo } from './video-sender.ts'

export interface Sending {
  file: File
  phase: 'sending' | 'waiting' | 'joining' | 'paused' | 'failed'
  done: number
  /** Seconds. */
  left?: number
  /** Reason of a failure. */
  problem?: string
}

interface VideoUploadOptions {
  /** Place of the lesson, made or not. */
  place: string
  onSent: (address: string) => void
  /** Reports the number of videos being sent. */
  onUploads: (count: number) => void
}

const listQuery = (schoolId: string) =>
  queryOptions({
    queryKey: nounKey(schoolId, 'videos'),
    queryFn: ({ signal }) => api(videos.list, { params: { schoolId }, signal }),
  })

/** A lesson's video while it is sent: at most one, and what a reload has interrupted goes on with the same file. */
export function useVideoUpload({ place, onSent, onUploads }: VideoUploadOptions) {
  const school = useSchool()
  const refresh = useRefresh('videos')
  const [sending, setSending] = useState<Sending>()
  const [problem, setProblem] = useState<string>()
  const visit = useRef<AbortController>(undefined)
  const uploadId = useRef<string>(undefined)
  const { marker, mark } = useMarker(place, uploadId)
  const { data } = useQuery({ ...listQuery(school.id), enabled: school.has_video_upload })
  const interrupted = sending ? undefined : data?.uploads.find(({ id }) => id === marker())

  const stop = () => {
    visit.current?.abort()
    onUploads(0)
  }
  // A user who leaves in spite of the question resumes another time.
  useEffect(() => () => visit.current?.abort(), [])

  const end = () => {
    setSending(undefined)
    uploadId.current = undefined
    mark(undefined)
    void refresh()
  }

  const send = async (file: File) => {
    setProblem(undefined)
    if (file.size === 0) return setProblem('O arquivo está vazio')
    if (data && file.size > data.max_bytes) return setProblem(refusals.videoTooLarge(formatBytes(data.max_bytes)))
    const controller = new AbortController()
    visit.current?.abort()
    visit.current = controller
    const { signal } = controller
    const rate = new TransferRate()
    const update = (change: Partial<Sending>) => {
      if (!signal.aborted) setSending((before) => before && { ...before, ...change })
    }
    setSending((before) => ({ file, phase: 'sending', done: before?.file === file ? before.done : 0 }))
    onUploads(1)
    try {
      const address = await sendVideo(file, {
        schoolId: school.id,
        signal,
        onBegun: ({ id }) => {
          uploadId.current = id
          mark(id)
        },
        onBytes: (done) => {
          rate.add(done)
          update({ done, left: rate.left(file.size - done) })
        },
        onPhase: (phase) => {
          if (phase === 'waiting') rate.forget()
          update(phase === 'sending' ? { phase } : { phase, left: undefined })
        },
      })
      if (signal.aborted) return
      onSent(address)
      end()
    } catch (error) {
      if (signal.aborted) return
      update({ phase: 'failed', problem: problemOf(error) })
    }
    onUploads(0)
  }

  return {
    sending,
    problem,
    interrupted,
    maxBytes: data?.max_bytes,
    send,
    dismiss: () => setProblem(undefined),
    pause() {
      stop()
      setSending((before) => before && { ...before, phase: 'paused', left: undefined })
    },
    goOn: () => sending && void send(sending.file),
    /** Cancels the upload, with all its bytes that have arrived. */
    async cancel(id = uploadId.current) {
      stop()
      end()
      // The server sweeps uploads that are not given up here.
      if (id) await api(videos.giveUp, { params: { schoolId: school.id, id } }).catch(() => undefined)
      void refresh()
    },
  }
}
/**
 * Marks which of the user's uploads is for this lesson, because the server's uploads have no lesson. The mark moves along when the lesson is made
 * meanwhile.
 */
function useMarker(place: string, uploadId: RefObject<string | undefined>) {
  const newest = useUnsavedStore<string>(`video.${place}`)
  const store = useRef(newest)
  const mark = (id: string | undefined) => store.current.write(id, false)
  useEffect(() => {
    if (store.current.key === newest.key) return
    if (uploadId.current) mark(undefined)
    store.current = newest
    if (uploadId.current) mark(uploadId.current)
  })
  return { marker: () => store.current.read(), mark }
}

export type VideoUploadState = ReturnType<typeof useVideoUpload>

const problemOf = (error: unknown) => {
  if (error instanceof FileGone) return 'O arquivo mudou ou não está mais neste aparelho. Escolha-o de novo'
  return error instanceof ApiError ? refusalText(error) : 'Não foi possível enviar o vídeo. Tente de novo'
}
