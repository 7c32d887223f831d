import { previewFile } from './preview.ts'

addEventListener('message', ({ data: { name, bytes } }: MessageEvent<{ name: string; bytes: Uint8Array }>) => {
  postMessage(previewFile(name, bytes))
})
