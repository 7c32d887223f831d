import { limits } from '@escola/contract/limits'
import { embedUrl, parseMedia } from '@escola/contract/media'
import { addressInEmbedCode, mediaProblem } from '@escola/contract/media-address'
import { cleanLink } from '@escola/contract/text'
import { Group, Text, TextInput } from '@mantine/core'
import { IconVideo } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDuration } from '../../../ui/courses/duration.ts'
import classes from './lesson-editor.module.css'
import { isVideo } from './lesson-edits.ts'
import { longestSeconds, type Steer, useVideoLength } from './use-video-length.ts'

interface Props {
  address: string
  seconds: number
  title: string
  error?: string
  loadSteer: () => Promise<Steer>
  onChange: (fields: { main_media_url?: string; main_media_duration?: number }) => void
}

/** '12:34', '1:02:03' or '12' minutes → seconds; undefined when it says nothing. */
export const parseDuration = (text: string): number | undefined => {
  const clean = text.trim()
  if (clean === '') return 0
  if (!/^\d{1,5}(:\d{1,2}){0,2}$/.test(clean)) return undefined
  const parts = clean.split(':').map(Number)
  return parts.length === 1 ? parts[0]! * 60 : parts.reduce((total, part) => total * 60 + part, 0)
}

/** An embed code is longer than any address: the field has no length of its own, which would cut it before it is read. */
const readAddress = (typed: string) => addressInEmbedCode(typed) ?? typed.slice(0, limits.linkMax)

export function VideoField({ address, seconds, title, error, loadSteer, onChange }: Props) {
  const media = parseMedia(address)
  const onLength = (main_media_duration: number) => onChange({ main_media_duration })
  const screen = useVideoLength({ address, seconds, loadSteer, onLength })
  return (
    <div>
      <Group align="flex-start" gap="sm" className={classes.videoFields}>
        <TextInput
          className={classes.videoAddress}
          label="Link do vídeo"
          placeholder="YouTube, Vimeo, Loom ou genial.ly"
          inputMode="url"
          leftSection={<IconVideo size={18} aria-hidden />}
          value={address}
          error={isVideo(address) ? error : mediaProblem(address)}
          onChange={(event) => onChange({ main_media_url: readAddress(event.currentTarget.value) })}
          onBlur={() => {
            if (cleanLink(address) !== address) onChange({ main_media_url: cleanLink(address) })
          }}
        />
        <DurationField seconds={seconds} onChange={onLength} />
      </Group>
      {media ? (
        <div className={classes.video}>
          <iframe
            ref={screen}
            key={embedUrl(media)}
            src={embedUrl(media, location.origin)}
            title={`${media.provider === 'genially' ? 'Material interativo' : 'Vídeo'} da aula ${title}`}
            allow="autoplay; fullscreen; picture-in-picture"
            referrerPolicy="strict-origin-when-cross-origin"
            loading="lazy"
          />
        </div>
      ) : (
        <div className={classes.noVideo}>
          <IconVideo size={28} stroke={1.4} aria-hidden />
          <Text size="sm">Cole o link e o vídeo ou o material interativo aparece aqui</Text>
        </div>
      )}
    </div>
  )
}

function DurationField({ seconds, onChange }: { seconds: number; onChange: (seconds: number) => void }) {
  const [typed, setTyped] = useState<string>()
  const parsed = typed === undefined ? seconds : parseDuration(typed)
  return (
    <TextInput
      className={classes.duration}
      label="Duração"
      placeholder="min:seg"
      maxLength={10}
      value={typed ?? formatDuration(seconds)}
      error={parsed === undefined ? 'Use min:seg' : undefined}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        const next = parseDuration(event.currentTarget.value)
        if (next !== undefined && next <= longestSeconds) onChange(next)
      }}
      onBlur={() => {
        if (parsed !== undefined) setTyped(undefined)
      }}
    />
  )
}
