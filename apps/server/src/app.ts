import { allRoutes } from '@escola/contract/api'
import type { RouteDefinition } from '@escola/contract/route'
import { connectDatabase, type Database } from '@escola/db'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { mountFeatures, mountIncoming } from './app-routes.ts'
import { type AppTools, makeAppTools } from './app-tools.ts'
import type { Config } from './config.ts'
import { currentCaller } from './core/current-caller.ts'
import { logSlowStatements, logStatements, trackRequests } from './core/debug-sql.ts'
import { endWhenStuck } from './core/end-when-stuck.ts'
import type { Tools } from './core/tools.ts'
import { linkPreviews } from './features/link-previews/link-previews.service.ts'
import type { SessionTools } from './features/sessions/open-session.service.ts'
import { acceptAnyBody } from './http/any-body.ts'
import { buildHttp } from './http/build-http.ts'
import { installCallers } from './http/callers.ts'
import { EventStreams } from './http/event-streams.ts'
import { acceptForms } from './http/form-body.ts'
import { installHealth } from './http/health.ts'
import { installListeners } from './http/listeners.ts'
import { assertAllMounted, createMount } from './http/mount.ts'
import { installOverload, type Overload } from './http/overload.ts'
import { installRateLimits } from './http/rate-limits.ts'
import { acceptRawBodies } from './http/raw-body.ts'
import { pageSettings } from './http/security-headers.ts'
import { serveWeb } from './http/serve-web.ts'
import { sessionTokens } from './http/session-token.ts'
import { WebPage } from './http/web-page.ts'

export interface App {
  http: FastifyInstance
  /** Begins to listen for calls, and returns the port. */
  listen(place: { port: number; host: string }): Promise<number>
  tools: Tools
  /** Handles of the database, with which tests, seeds and measurements make schools from outside. */
  database: Database
  /** Opens a session without a password, for the seed alone. */
  sessionTools: SessionTools
  overload: Overload
  /** Tells balancers to stop sending requests here; those that still come are served. */
  drain(): void
  /** Waits until the notes behind the answers that were given are written. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Builds the whole API, ready to listen or to be injected into. */
export async function buildApp(config: Config, logger: FastifyServerOptions['logger'] = false): Promise<App> {
  const page = await WebPage.read(config.webDir, pageSettings(config))
  const http = await buildHttp(config, logger, page?.scriptHashes)
  const database = connect(config, http)
  if (config.debugSql) trackRequests(http)
  const tokens = sessionTokens(http)
  const proxies = installCallers(http, tokens)
  const listen = installListeners(http)
  const overload = installOverload(http, config.overloadWaitMs)
  const app = await makeAppTools(config, { http, database, tokens })
  const { addresses, counters, openCalls, openSchool, seenSessions, sessionTools, tools } = app
  await installRateLimits(http, counters, tools.now)
  await mountRoutes(http, { ...app, eventStreams: new EventStreams(proxies) })
  const health = installHealth(http, { database, proxies }, config)
  await serveWeb(http, page, { directory: linkPreviews({ config, addresses, openSchool }), stripe: config.stripe })
  await http.ready()
  return {
    http,
    listen,
    tools,
    database,
    sessionTools,
    overload,
    drain: health.drain,
    settled: () => seenSessions.settled(),
    close: async () => {
      await http.close()
      await openCalls.waitUntilSettled()
      await seenSessions.settled()
      await counters.close()
      await database.close()
    },
  }
}

const connect = (config: Config, { log }: FastifyInstance): Database =>
  connectDatabase(config.database, {
    wire: config.databaseWire,
    readsFromNodes: config.readsFromNodes,
    callerOf: currentCaller,
    onStatement: config.debugSql ? logStatements(log) : logSlowStatements(log),
    onAwayChange: (isAway) =>
      isAway
        ? log.error('the database does not answer: whoever needs it is refused')
        : log.info('the database answers again'),
    onStuck: endWhenStuck(log),
    onNode: (node, err) =>
      err
        ? log.error({ err, node }, 'a node of the database cannot be asked itself')
        : log.info({ node }, 'the node of the database can be asked again'),
  })

/** Mounts all routes of the contract, in plugins so that the hooks of those above (limits, documentation) see them. */
async function mountRoutes(http: FastifyInstance, app: AppTools & { eventStreams: EventStreams }): Promise<void> {
  const mounted = new Set<RouteDefinition>()
  await http.register(async (scope) => {
    acceptRawBodies(scope)
    acceptForms(scope)
    mountFeatures(createMount(scope, app, mounted), app)
  })
  await http.register(async (scope) => {
    acceptAnyBody(scope)
    mountIncoming(createMount(scope, app, mounted), app)
  })
  assertAllMounted(allRoutes, mounted)
}
