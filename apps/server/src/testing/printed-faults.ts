import { isUnavailable } from '@escola/db'

interface LogLine {
  reqId?: string
  err?: { type: string; code?: string; message: string; stack: string }
}

/** Logger of the app under test. It prints the error behind a 500 to stderr, whose answer says nothing of it; what a test provokes is not printed. */
export const printedFaults = {
  level: 'error',
  stream: {
    write(line: string) {
      const { reqId, err } = JSON.parse(line) as LogLine
      if (reqId && err && err.type !== 'AppError' && !isUnavailable(err))
        process.stderr.write(`500 (${reqId}): ${err.stack}\n`)
    },
  },
}
