import { startPostgres } from '@escola/dev-services/postgres'
import { closeLater } from './world.ts'

/** PostgreSQL of this test file alone, for what must not be done to the one that all files share. */
export const ownPostgres = await startPostgres({ ephemeral: true })
process.env.TEST_DATABASE_URL = ownPostgres.url
closeLater(() => ownPostgres.stop())
