import type { StudentContent, StudentDegree } from '@escola/contract/learning.contract'
import type { Media } from '@escola/contract/media'
import { keptPosition } from '@escola/contract/watching'
import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSchool, useUser } from '../../../session/context.ts'
import { useIsAuthor } from '../../../session/rights.ts'
import { learningQueries } from '../learning.queries.ts'
import { takeAutoStart } from './auto-start.ts'
import { positionsOf } from './positions.ts'
import { readPreferredRate, speeds } from './preferences.ts'
import { createPlayer, type Screen } from './steer.ts'
import { type Shown, Watching } from './watching.ts'

export interface Watched {
  screen: Screen
  media: Media
  degree: StudentDegree
  content: StudentContent
}

/** Watches a lesson's video: it resumes at the last position, and keeps the new one. Its authors' positions are not kept. */
export function useWatching({ screen, media, degree, content }: Watched) {
  const { id: schoolId } = useSchool()
  const isAuthor = useIsAuthor(degree.id)
  const client = useQueryClient()
  const user = useUser()
  const positions = positionsOf(client, schoolId, user?.id ?? '')
  const current = useRef<Watching>(undefined)
  const [shown, setShown] = useState<Shown>({
    isReady: false,
    resumedFrom: undefined,
    rate: readPreferredRate(),
    rates: speeds,
    hasEnded: false,
  })
  const { queryKey } = learningQueries.lesson(schoolId, degree.link, content.link)

  const isKept = user !== null && !isAuthor
  const save = useEffectEvent((position: number, length: number) => {
    const duration = length || content.main_media_duration
    if (isKept) positions.save(content.id, { degreeId: degree.id, position, duration })
  })
  const report = useEffectEvent((second: number, length: number) => {
    if (!isKept) return
    const duration = length || content.main_media_duration
    positions.report(content.id, { degreeId: degree.id, position: second, duration })
    const position = keptPosition(second, duration)
    // The rest of the answer keeps its age.
    const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt
    client.setQueryData(queryKey, (cached) => cached && { ...cached, content: { ...cached.content, position } }, {
      updatedAt,
    })
  })

  const watch = useEffectEvent(() => {
    const unsent = positions.unsent(content.id)
    const watching = new Watching({
      position: unsent ?? content.position,
      startsItself: takeAutoStart(content.id),
      report,
      save,
      show: (change) => setShown((before) => ({ ...before, ...change })),
    })
    // The school decides which position is the newest: one that waited here, or one of another device.
    if (unsent !== undefined) void positions.send().then(() => client.invalidateQueries({ queryKey }))
    else void positions.send()
    return watching
  })
  const deliver = useEffectEvent(() => void positions.deliver(content.id))
  const send = useEffectEvent(() => void positions.send())

  useEffect(() => {
    const watching = watch()
    current.current = watching
    const gone = new AbortController()
    createPlayer(screen, media, (news) => gone.signal.aborted || watching.receive(news)).then(
      (player) => (gone.signal.aborted ? player.leave() : watching.attach(player)),
      // A video that can't be steered plays all the same.
      () => {},
    )
    const leave = () => {
      watching.keep()
      deliver()
    }
    window.addEventListener('pagehide', leave, gone)
    document.addEventListener('visibilitychange', () => document.hidden && leave(), gone)
    const unwatch = onlineManager.subscribe((isOnline) => isOnline && send())
    return () => {
      leave()
      unwatch()
      gone.abort()
      watching.leave()
    }
    // The address names the video: the same one parsed again is no other.
  }, [screen, content.main_media_url])

  useEffect(() => current.current?.stand(content.position), [content.position])

  return {
    shown,
    restart: () => current.current?.restart(),
    setRate: (rate: number) => current.current?.setRate(rate),
  }
}
