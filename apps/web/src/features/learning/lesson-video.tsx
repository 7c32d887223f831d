import type { StudentContent } from '@escola/contract/learning.contract'
import { embedUrl, parseMedia } from '@escola/contract/media'
import { Skeleton } from '@mantine/core'
import classes from './lesson-video.module.css'

/** The lesson's video, framed from a parsed provider and id, never from the address itself. */
export function LessonVideo({ content }: { content: StudentContent }) {
  const media = parseMedia(content.main_media_url)
  if (!media) return null
  return (
    <div className={classes.frame}>
      <iframe
        className={classes.video}
        src={embedUrl(media)}
        title={`${media.provider === 'genially' ? 'Material interativo' : 'Vídeo'} da aula ${content.title}`}
        loading="lazy"
        allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
        allowFullScreen
        referrerPolicy="strict-origin-when-cross-origin"
      />
    </div>
  )
}

export const LessonVideoSkeleton = () => (
  <div className={classes.frame}>
    <Skeleton className={classes.video} height="100%" radius={0} />
  </div>
)
