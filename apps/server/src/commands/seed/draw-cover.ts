import sharp from 'sharp'
import type { DemoCourse } from './demo-content.ts'

const width = 1450
const height = 450

/** A cover of 29:9 drawn from two colours and a motif, so that the demonstration school fetches nothing. */
export function drawCover({ cover: [dark, light], motif }: DemoCourse): Promise<Buffer> {
  const shapes = motifs[motif](light)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${dark}"/><stop offset="1" stop-color="${light}" stop-opacity=".85"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="${dark}"/><rect width="100%" height="100%" fill="url(#g)"/>${shapes}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

const motifs: Record<DemoCourse['motif'], (colour: string) => string> = {
  rings: (colour) =>
    Array.from(
      { length: 9 },
      (_, i) =>
        `<circle cx="1120" cy="230" r="${40 + i * 48}" fill="none" stroke="${colour}" stroke-opacity="${0.5 - i * 0.045}" stroke-width="${14 - i}"/>`,
    ).join(''),
  waves: (colour) =>
    Array.from(
      { length: 8 },
      (_, i) =>
        `<path d="M0 ${120 + i * 42} C 300 ${40 + i * 42}, 500 ${220 + i * 42}, 800 ${110 + i * 42} S 1250 ${40 + i * 42}, 1450 ${130 + i * 42}" fill="none" stroke="${colour}" stroke-opacity="${0.16 + i * 0.05}" stroke-width="6"/>`,
    ).join(''),
  grid: (colour) =>
    Array.from(
      { length: 60 },
      (_, i) =>
        `<rect x="${850 + (i % 10) * 62}" y="${30 + Math.floor(i / 10) * 68}" width="48" height="48" rx="12" fill="${colour}" fill-opacity="${0.08 + ((i * 7) % 10) * 0.05}" transform="rotate(${(i * 13) % 30} ${874 + (i % 10) * 62} ${54 + Math.floor(i / 10) * 68})"/>`,
    ).join(''),
  grain: (colour) =>
    Array.from(
      { length: 90 },
      (_, i) =>
        `<ellipse cx="${(i * 197) % width}" cy="${(i * 83) % height}" rx="${6 + (i % 7) * 3}" ry="${3 + (i % 5) * 2}" fill="${colour}" fill-opacity="${0.12 + (i % 6) * 0.07}" transform="rotate(${(i * 37) % 180} ${(i * 197) % width} ${(i * 83) % height})"/>`,
    ).join(''),
}
