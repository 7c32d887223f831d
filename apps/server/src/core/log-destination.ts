import { pino } from 'pino'

/** Lines that a disk without room does not take are kept up to this size, and the others are lost. */
const keptBytes = 1024 ** 2

/** Destination of the logs of both processes. A log that can't be written ends no process: the calls go on without it. */
export function logDestination(fd: number = process.stdout.fd) {
  const destination = pino.destination({ fd, sync: true, maxLength: keptBytes })
  // Without a listener the error would end the process. The next line tries again.
  destination.on('error', () => undefined)
  return destination
}
