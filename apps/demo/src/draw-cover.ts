import sharp from 'sharp'
import { motifs } from './cover-motifs.ts'

const width = 1450
const height = 450

export type Motif = keyof typeof motifs

/** Draws a cover of 29:9 from two colours and a motif, so that the demonstration school fetches nothing. */
export function drawCover({ cover: [dark, light], motif }: { cover: [string, string]; motif: Motif }): Promise<Buffer> {
  const flour = Array.from({ length: 70 }, (_, at) => {
    const [x, y] = [(at * 197 + 61) % width, (at * at * 31 + at * 83) % height]
    return `<circle cx="${x}" cy="${y}" r="${1 + (at % 4)}" fill="#fff" opacity="${0.05 + (at % 5) * 0.025}"/>`
  }).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs>
      <linearGradient id="wall" x1="0" y1="0" x2="1" y2=".4"><stop offset="0" stop-color="${dark}"/><stop offset="1" stop-color="${light}" stop-opacity=".55"/></linearGradient>
      <radialGradient id="lamp" cx="960" cy="190" r="520" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="${light}" stop-opacity=".95"/><stop offset=".55" stop-color="${light}" stop-opacity=".28"/><stop offset="1" stop-color="${light}" stop-opacity="0"/></radialGradient>
      <linearGradient id="crust" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#edb970"/><stop offset=".55" stop-color="#cb8440"/><stop offset="1" stop-color="#8c4f24"/></linearGradient>
      <linearGradient id="crumb" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fdf0d5"/><stop offset="1" stop-color="#f0d5a3"/></linearGradient>
      <linearGradient id="paper" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#d9b88a"/><stop offset="1" stop-color="#b98f5c"/></linearGradient>
      <filter id="soft" x="-30%" y="-80%" width="160%" height="260%"><feGaussianBlur stdDeviation="14"/></filter>
    </defs>
    <rect width="100%" height="100%" fill="${dark}"/><rect width="100%" height="100%" fill="url(#wall)"/><rect width="100%" height="100%" fill="url(#lamp)"/>
    <path d="M0 392 H${width} V${height} H0Z" fill="${dark}" opacity=".55"/><path d="M0 392 H${width}" stroke="${light}" stroke-opacity=".35" stroke-width="2"/>
    ${flour}<g transform="translate(-120 0)"><ellipse cx="1080" cy="398" rx="330" ry="20" fill="#000" opacity=".4" filter="url(#soft)"/>${motifs[motif]}</g></svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 3 }).toBuffer()
}
