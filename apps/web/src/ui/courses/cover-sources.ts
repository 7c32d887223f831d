import { imageFormats } from '@escola/contract/limits'

const makeSizedSource = (src: string, width: number) => `${src}${src.includes('?') ? '&' : '?'}w=${width}`

/** A course's picture as a browser chooses it. Only our own pictures come in several widths. */
export const makeCoverSources = (src: string): { src: string; srcSet?: string } =>
  src.startsWith('/api/')
    ? {
        src: makeSizedSource(src, 960),
        srcSet: imageFormats.wide.widths.map((width) => `${makeSizedSource(src, width)} ${width}w`).join(', '),
      }
    : { src }
