import { understandFile } from './understand-file.ts'

addEventListener('message', async ({ data: { name, bytes } }: MessageEvent<{ name: string; bytes: Uint8Array }>) => {
  postMessage(await understandFile(name, bytes))
})
