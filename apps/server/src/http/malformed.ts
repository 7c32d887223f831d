import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorBody, errors } from '@escola/contract/errors'
import type { FastifyInstance } from 'fastify'

const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Answers what is no HTTP, and so reaches neither hook nor route, in the contract's shape, and ends the connection. */
export const answerMalformed = (headers: Record<string, string>) =>
  function (this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket) {
    const underWay = (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage
    // No reader is left; or the answer would end up in the middle of another.
    if (error.code === 'ECONNRESET' || !socket.writable || underWay?.headersSent) return void socket.destroy()
    const requestId = randomUUID()
    // The error itself holds the bytes that came, a session's token among them.
    this.log.info({ reqId: requestId, reason: error.code }, 'malformed request')
    const status = statuses[error.code ?? ''] ?? 400
    const body = { code: 'invalid_request', message: errors.invalid_request.message, requestId } satisfies ErrorBody
    const text = JSON.stringify(body)
    const lines = Object.entries({
      ...headers,
      'x-request-id': requestId,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`, () => socket.destroy())
  }
