/** Saves under the file's own name, or shows it in its place: plain letters for old programs, all of it as RFC 5987 for the others. */
export function contentDisposition(filename: string, kind: 'attachment' | 'inline'): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
