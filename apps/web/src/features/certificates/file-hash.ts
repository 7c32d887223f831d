/** SHA-256 of a file in hexadecimal; the file never leaves the browser. */
export async function sha256Of(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Browsers hash only on pages that came by https, or from this machine. */
export const canHash = () => globalThis.crypto?.subtle !== undefined
