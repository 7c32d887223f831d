import { allRoutes } from '@escola/contract/api'
import type { RouteDefinition } from '@escola/contract/route'
import { connectDatabase } from '@escola/db'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import type { Config } from './config.ts'
import type { Tools } from './core/tools.ts'
import { accountRoutes } from './features/accounts/accounts.routes.ts'
import { certificateRoutes } from './features/certificates/certificates.routes.ts'
import { cohortRoutes } from './features/cohorts/cohorts.routes.ts'
import { courseRoutes } from './features/courses/courses.routes.ts'
import { fileRoutes } from './features/files/files.routes.ts'
import { importRoutes } from './features/imports/imports.routes.ts'
import { learningRoutes } from './features/learning/learning.routes.ts'
import { lessonRoutes } from './features/lessons/lessons.routes.ts'
import { schoolRoutes } from './features/schools/schools.routes.ts'
import { sessionRoutes } from './features/sessions/sessions.routes.ts'
import { studentRoutes } from './features/students/students.routes.ts'
import { createFileStore } from './files/create-file-store.ts'
import { buildHttp } from './http/build-http.ts'
import { Gate } from './http/gate.ts'
import { installHealth } from './http/health.ts'
import { assertAllMounted, createMount, type Mount } from './http/mount.ts'
import { serveWeb } from './http/serve-web.ts'
import { sessionTokens } from './http/session-token.ts'

const features: ((mount: Mount, tools: Tools) => void)[] = [
  certificateRoutes,
  cohortRoutes,
  courseRoutes,
  fileRoutes,
  importRoutes,
  learningRoutes,
  lessonRoutes,
  schoolRoutes,
  studentRoutes,
]

export interface App {
  http: FastifyInstance
  tools: Tools
  /** Tells balancers to send nobody here any more, while everybody who comes is still served. */
  drain(): void
  close(): Promise<void>
}

/** The whole API, ready to listen or to be injected into. */
export async function buildApp(config: Config, logger: FastifyServerOptions['logger'] = false): Promise<App> {
  const database = connectDatabase(config.database)
  const tools: Tools = { config, database, files: createFileStore(config) }
  const http = await buildHttp(config, logger)
  const tokens = sessionTokens(http)
  const gate = new Gate(database, tokens.sessionIdOf)
  const mounted = new Set<RouteDefinition>()
  // Routes are declared in a plugin so that the hooks of those above (limits, documentation) see them.
  await http.register(async (scope) => {
    const mount = createMount(scope, { gate, database, config }, mounted)
    for (const feature of features) feature(mount, tools)
    sessionRoutes(mount, tools, { tokens, gate })
    accountRoutes(mount, tools, { tokens })
  })
  assertAllMounted(allRoutes, mounted)
  const health = installHealth(http, database)
  await serveWeb(http, config)
  await http.ready()
  return {
    http,
    tools,
    drain: health.drain,
    close: async () => {
      await http.close()
      await database.close()
    },
  }
}
