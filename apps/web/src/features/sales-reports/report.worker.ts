import { readReport } from './read-report.ts'

addEventListener('message', async ({ data: { name, bytes } }: MessageEvent<{ name: string; bytes: Uint8Array }>) => {
  postMessage(await readReport(name, bytes))
})
