import { previewFile } from './preview.ts'

addEventListener('message', async ({ data: file }: MessageEvent<File>) => {
  postMessage(previewFile(file.name, new Uint8Array(await file.arrayBuffer())))
})
