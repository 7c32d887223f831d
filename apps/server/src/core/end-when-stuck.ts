import type { FastifyBaseLogger } from 'fastify'

/** Ends the process, so that its supervisor starts another, which may get the connections that this one no longer gets. */
export const endWhenStuck = (log: Pick<FastifyBaseLogger, 'fatal'>) => (failure: Error) => {
  log.fatal({ err: failure }, 'the database answers, and this process can open no connection to it any more: it ends')
  process.exit(1)
}
