import { create } from 'qrcode'

/** A QR code as one PDF path, a rectangle per run of dark modules: sharp at any size and far lighter than a picture. */
export function qrPath(text: string, x: number, y: number, side: number): string {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const cell = side / modules.size
  const at = (value: number) => Number(value.toFixed(3))
  const runs: string[] = []
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (!modules.get(row, column)) continue
      const start = column
      while (column + 1 < modules.size && modules.get(row, column + 1)) column++
      runs.push(`${at(x + start * cell)} ${at(y + row * cell)} ${at((column - start + 1) * cell)} ${at(cell)} re`)
    }
  }
  return `${runs.join('\n')}\nf`
}
