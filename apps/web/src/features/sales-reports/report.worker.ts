import { readReport } from './read-report.ts'

addEventListener('message', async ({ data }: MessageEvent<Uint8Array>) => {
  postMessage(await readReport(data))
})
