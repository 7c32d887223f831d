import { learning } from '@escola/contract/learning.contract'
import { Button, Center, Stack, Text } from '@mantine/core'
import { type ComponentPropsWithRef, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { textOf } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'

interface Props extends ComponentPropsWithRef<'video'> {
  fileId: string
  title: string
  /** Left out by authors, who may see every video of their school. */
  lessonId?: string
}

const failuresMax = 3

/** Between two sources an element says that it stands at the beginning: the keeper of the user's position must not hear it. */
const stopEvent = (event: Event) => event.stopImmediatePropagation()

/**
 * A video of the school's own. Its link is good for some minutes; when the element fails because of that, in the middle or before it was
 * begun, it gets another one and goes on at the same second, as fast as before.
 */
export function UploadedVideo({ fileId, title, lessonId = '0', onError, onLoadedMetadata, ...video }: Props) {
  const { id: schoolId } = useSchool()
  const [url, setUrl] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const was = useRef<{ time: number; isPlaying: boolean }>(undefined)
  const failed = useRef({ time: 0, count: 0 })

  const ask = useRef(async (failed?: HTMLVideoElement) => {
    setProblem(undefined)
    try {
      const { url } = await api(learning.fileLink, { params: { schoolId, contentId: lessonId, fileId } })
      // Links of the same second are the same.
      if (failed?.getAttribute('src') === url) failed.load()
      else setUrl(url)
    } catch (error) {
      setProblem(textOf(error))
    }
  }).current
  useEffect(() => void ask(), [ask])

  const renew = (event: SyntheticEvent<HTMLVideoElement>) => {
    onError?.(event)
    const { currentTarget } = event
    const { currentTime, paused, playbackRate } = currentTarget
    // The source may have failed before the video had resumed.
    was.current ??= { time: currentTime, isPlaying: !paused }
    // Another source begins at that speed, so no change is reported where there is none.
    currentTarget.defaultPlaybackRate = playbackRate
    currentTarget.addEventListener('timeupdate', stopEvent, true)
    const { time } = was.current
    // A second failure at one place has another reason than the link.
    const isStuck = Math.abs(time - failed.current.time) < 1
    failed.current = { time, count: isStuck ? failed.current.count + 1 : 1 }
    if (failed.current.count >= failuresMax) setProblem('Este navegador não conseguiu mostrar o vídeo')
    else void ask(currentTarget)
  }
  const goOn = (event: SyntheticEvent<HTMLVideoElement>) => {
    const { currentTarget } = event
    currentTarget.removeEventListener('timeupdate', stopEvent, true)
    if (was.current) {
      currentTarget.currentTime = was.current.time
      // If the browser wants another click first, the video stands still at that second.
      if (was.current.isPlaying) void currentTarget.play().catch(() => undefined)
      was.current = undefined
    }
    onLoadedMetadata?.(event)
  }

  if (problem !== undefined)
    return (
      <Center h="100%" p="md" role="alert">
        <Stack align="center" gap="sm">
          <Text c="white" ta="center">
            {problem}
          </Text>
          <Button
            variant="white"
            onClick={() => {
              failed.current.count = 0
              void ask()
            }}
          >
            Tentar novamente
          </Button>
        </Stack>
      </Center>
    )
  return (
    <video
      {...video}
      src={url}
      controls
      playsInline
      preload="metadata"
      aria-label={`Vídeo da aula ${title}`}
      onError={renew}
      onLoadedMetadata={goOn}
    />
  )
}
