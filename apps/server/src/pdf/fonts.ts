import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { toPrintable, UnprintableText } from './printable.ts'

const require = createRequire(import.meta.url)
const open = (file: string): Font => {
  const font = create(readFileSync(require.resolve(file)))
  if ('fonts' in font) throw new Error(`${file} holds more than one font`)
  nameGlyphs(font)
  return font
}

/**
 * Lets fontkit keep each glyph with its letter. It keeps what it opens first, and the u of an ú would be kept as no letter at all: text
 * copied from a later document would lack it.
 */
function nameGlyphs(font: Font) {
  for (const point of listPoints(font)) font.glyphForCodePoint(point)
}
const listPoints = (font: Font) => [...new Set(font.characterSet)].sort((a, b) => a - b)

// Parsed once for the life of the process: opening a font costs more than drawing a page with it.
const loaded: Partial<Record<FontName, Font>> = {}
const files = {
  display: '@expo-google-fonts/fraunces/600SemiBold/Fraunces_600SemiBold.ttf',
  text: '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  strong: '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
  script: '@expo-google-fonts/great-vibes/400Regular/GreatVibes_400Regular.ttf',
} as const
export type FontName = keyof typeof files

function fontOf(name: FontName): Font {
  loaded[name] ??= open(files[name])
  return loaded[name]
}

/** Pdfkit takes parsed fonts though its types do not say so yet. */
export const fontSource = (name: FontName) => fontOf(name) as unknown as string

const setWords: Partial<Record<FontName, Font>> = {}
const maxCachedWords = 5000

/**
 * A font that caches how it set each word: setting type is half of a certificate's cost, and most of its words come again. Contextual
 * alternates (arrows, fractions in code) are left out, because no name or title needs them, and ligatures, because one is copied as a single letter that
 * no search finds.
 */
export function wordSource(name: FontName): string {
  setWords[name] ??= cacheWords(fontOf(name))
  return setWords[name] as unknown as string
}

function cacheWords(font: Font): Font {
  const runs = new Map<string, ReturnType<Font['layout']>>()
  const layout = (word: string) => {
    let run = runs.get(word)
    if (!run) {
      run = font.layout(word, { calt: false, liga: false })
      if (runs.size >= maxCachedWords) runs.clear()
      runs.set(word, run)
    }
    const { glyphs } = run
    // Copies: pdfkit scales what it is given in place.
    const positions = run.positions.map((position) => ({ ...position }))
    return {
      glyphs,
      positions,
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
      },
    }
  }
  return Object.create(font, { layout: { value: layout } }) as Font
}

/** The text as it can be drawn, and the wanted font unless it lacks a letter that Inter has. @throws UnprintableText */
export function makePrintable(text: string, wanted: FontName): { text: string; font: FontName } {
  const drawn = toPrintable(text)
  if (drawn === undefined) throw new UnprintableText(text)
  const has = (letter: string) => fontOf(wanted).hasGlyphForCodePoint(letter.codePointAt(0)!)
  return { text: drawn, font: [...drawn].every(has) ? wanted : 'text' }
}

/** Code points that a font has, in rising order. */
export const listLetters = (name: FontName): number[] => listPoints(fontOf(name))
