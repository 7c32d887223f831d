import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { AppError } from '../core/app-error.ts'

/** Serves the built screens: hashed assets for ever, and one page for every other address that is not the API's. */
export async function serveWeb(app: FastifyInstance, config: Config) {
  const folder = config.webDir ? path.resolve(config.webDir) : undefined
  const index =
    folder && existsSync(path.join(folder, 'index.html'))
      ? await readFile(path.join(folder, 'index.html'), 'utf8')
      : undefined
  if (folder && index) {
    // Files are compressed when they are built, not at each request.
    await app.register(fastifyStatic, {
      root: path.join(folder, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      decorateReply: true,
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      index &&
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|assets|webhook|integration)(\/|$)/.test(request.url)
    if (!isPage) throw new AppError('not_found')
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(index)
  })
}
