import type { StudentContent, StudentDegree } from '@escola/contract/learning.contract'
import { embedUrl, parseMedia } from '@escola/contract/media'
import { Skeleton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { part, usePart } from '../../ui/loading/part.ts'
import classes from './lesson-video.module.css'
import type { Watched } from './player/use-watching.ts'

/** Providers whose player reports the position of a video; the others don't. */
const reportingProviders: string[] = ['youtube', 'vimeo', 'upload']

const panelPart = part(() => import('./player/player-panel.tsx'))
const UploadedVideo = lazy(() =>
  import('../../ui/courses/uploaded-video.tsx').then((it) => ({ default: it.UploadedVideo })),
)

interface Props {
  degree: StudentDegree
  content: StudentContent
}

/**
 * The lesson's video, framed from a parsed provider and id, never from the address itself; the school's own in the browser's player. It waits
 * for nothing that goes with it.
 */
export function LessonVideo({ degree, content }: Props) {
  const [screen, setScreen] = useState<Watched['screen'] | null>(null)
  const media = parseMedia(content.main_media_url)
  if (!media) return null
  return (
    <>
      <div className={classes.frame}>
        {media.provider === 'upload' ? (
          <Suspense fallback={<Skeleton height="100%" radius={0} />}>
            <UploadedVideo
              ref={setScreen}
              className={classes.video}
              lessonId={content.id}
              fileId={media.id}
              title={content.title}
            />
          </Suspense>
        ) : (
          <iframe
            ref={setScreen}
            className={classes.video}
            src={embedUrl(media, location.origin)}
            title={`${media.provider === 'genially' ? 'Material interativo' : 'Vídeo'} da aula ${content.title}`}
            loading="lazy"
            // The whole screen is allowed by the attribute that every browser knows; both at once are warned of.
            allow="autoplay; picture-in-picture; encrypted-media"
            allowFullScreen
            referrerPolicy="strict-origin-when-cross-origin"
          />
        )}
      </div>
      {reportingProviders.includes(media.provider) && (
        <div className={classes.panel} data-resumes={content.position > 0 || undefined}>
          {screen && <Panel screen={screen} media={media} degree={degree} content={content} />}
        </div>
      )}
    </>
  )
}

/** The video plays without it. */
function Panel(props: Watched) {
  const { loaded } = usePart(panelPart)
  return loaded && <loaded.default {...props} />
}

export const LessonVideoSkeleton = () => (
  <div className={classes.frame}>
    <Skeleton className={classes.video} height="100%" radius={0} />
  </div>
)
