import { previewAny } from './preview-any.ts'

addEventListener('message', async ({ data: { name, bytes } }: MessageEvent<{ name: string; bytes: Uint8Array }>) => {
  postMessage(await previewAny(name, bytes))
})
