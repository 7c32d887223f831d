import { useState } from 'react'
import { preload } from 'react-dom'
import classes from './cover.module.css'
import { makeCoverSources } from './cover-sources.ts'

interface CoverProps {
  src: string
  alt: string
  /** Drawn on a gradient of its own where there is no picture. */
  title: string
  /** Width of the cover, in the form of the sizes attribute. */
  sizes?: string
  /** Loads at once the one picture that a page opens with. */
  eager?: boolean
}

const hueOf = (title: string) => {
  let hue = 0
  for (const letter of title) hue = (hue * 31 + letter.codePointAt(0)!) % 360
  return hue
}

/** A course's 29:9 picture, in the size that is shown. */
export function Cover({ src, alt, title, sizes = '(max-width: 600px) 100vw, 480px', eager }: CoverProps) {
  const [failedSrc, setFailedSrc] = useState<string>()
  if (!src || src === failedSrc) {
    const hue = hueOf(title)
    return (
      <div
        className={classes.drawn}
        style={{
          background: `radial-gradient(120% 160% at 85% 0%, oklch(0.52 0.13 ${(hue + 50) % 360}) 0%, transparent 60%), linear-gradient(120deg, oklch(0.3 0.09 ${hue}), oklch(0.42 0.13 ${(hue + 24) % 360}))`,
        }}
      >
        <span aria-hidden={alt === ''}>{alt || title}</span>
      </div>
    )
  }
  const { src: chosen, srcSet } = makeCoverSources(src)
  // Asked for now, not when the rest of the screen has been made too.
  if (eager && srcSet) preload(chosen, { as: 'image', imageSrcSet: srcSet, imageSizes: sizes, fetchPriority: 'high' })
  return (
    <img
      className={classes.cover}
      src={chosen}
      srcSet={srcSet}
      sizes={srcSet && sizes}
      alt={alt}
      width={1920}
      height={596}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setFailedSrc(src)}
    />
  )
}
