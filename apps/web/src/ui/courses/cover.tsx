import { useState } from 'react'
import { preload } from 'react-dom'
import classes from './cover.module.css'
import { makeCoverSources } from './cover-sources.ts'

interface CoverProps {
  src: string
  /** Gives a cover without a picture its letter. */
  title: string
  /** Width of the cover, in the form of the sizes attribute. */
  sizes?: string
  /** Loads at once the one picture that a page opens with. */
  eager?: boolean
}

/** Four ways to lay the school's colours over a cover, so that neighbours differ. */
const layOf = (title: string) => [...title].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0) % 4

/** Shows the first letter alone, because the title stands beside it. */
const DrawnCover = ({ title }: Pick<CoverProps, 'title'>) => (
  <div
    className={classes.drawn}
    data-lay={layOf(title)}
    aria-hidden
    data-initial={title.match(/\p{L}|\p{N}/u)?.[0].toLocaleUpperCase('pt-BR')}
  />
)

/** A course's 29:9 picture, in the size that is shown. The title stands beside it. */
export function Cover({ src, title, sizes = '(max-width: 600px) 100vw, 480px', eager }: CoverProps) {
  const [failedSrc, setFailedSrc] = useState<string>()
  if (!src || src === failedSrc) return <DrawnCover title={title} />
  const { src: chosen, srcSet } = makeCoverSources(src)
  // Asked for now, not when the rest of the screen has been made too.
  if (eager && srcSet) preload(chosen, { as: 'image', imageSrcSet: srcSet, imageSizes: sizes, fetchPriority: 'high' })
  return (
    <img
      className={classes.cover}
      src={chosen}
      srcSet={srcSet}
      sizes={srcSet && sizes}
      alt=""
      width={1920}
      height={596}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setFailedSrc(src)}
    />
  )
}
