import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Draws a cover photograph that is not 29:9, so that it has to be cropped. */
export const coverPhoto = () =>
  sharp({ create: { width: 1600, height: 900, channels: 3, background: { r: 140, g: 70, b: 30 } } })
    .composite([
      { input: Buffer.from('<svg width="1600" height="900"><circle cx="800" cy="450" r="300" fill="#f2c879"/></svg>') },
    ])
    .png()
    .toBuffer()

/** Writes the smallest valid PDF of one page. */
export const smallPdf = () => {
  const stream = deflateSync(Buffer.from('BT /F1 24 Tf 72 700 Td (Lista de ingredientes) Tj ET'))
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>',
    ),
    Buffer.concat([
      Buffer.from(`<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`),
      stream,
      Buffer.from('\nendstream'),
    ]),
  ]
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  for (const [index, object] of objects.entries()) {
    offsets.push(parts.reduce((sum, part) => sum + part.length, 0))
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n'))
  }
  const at = parts.reduce((sum, part) => sum + part.length, 0)
  parts.push(
    Buffer.from(
      `xref\n0 5\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')}trailer << /Size 5 /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

/** Writes a file as people export it: Portuguese headings, semicolons, some bad rows. */
export function studentsCsv(domain: string, count: number): string {
  const rows = ['Nome;E-mail;Celular']
  for (let number = 1; number <= count; number++)
    rows.push(
      `Aluna Número ${number};aluna${number}@${domain};(11) 9${String(10000000 + number).slice(0, 4)}-${String(1000 + (number % 9000))}`,
    )
  rows.push('Sem Arroba;sem-arroba;11987654321', `Repetida;aluna1@${domain};11987654321`, 'Sem E-mail;;11987654321')
  return `${rows.join('\r\n')}\r\n`
}
