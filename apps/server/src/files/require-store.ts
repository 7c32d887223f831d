import type { FastifyBaseLogger } from 'fastify'
import { type FileStore, StoreAway } from '../core/file-store.ts'

/** Refuses to start on a store that refuses this process. One that does not answer is not judged: it may be back before the first file. */
export const requireStore = (store: FileStore, log: Pick<FastifyBaseLogger, 'error'>): Promise<void> =>
  store.requireAccess().catch((error: unknown) => {
    if (!(error instanceof StoreAway)) throw error
    log.error({ err: error }, 'the store of files does not answer: uploads and downloads are refused until it does')
  })
