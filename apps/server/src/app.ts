import { allRoutes } from '@escola/contract/api'
import type { RouteDefinition } from '@escola/contract/route'
import { connectDatabase, type Database } from '@escola/db'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import type { Config } from './config.ts'
import { logStatements, noteRequests } from './core/debug-sql.ts'
import { openSchool } from './core/scope.ts'
import { SecurityLog } from './core/security-events.ts'
import { makeTools, type Tools } from './core/tools.ts'
import { createDns } from './dns/dns.ts'
import { accessApiRoutes } from './features/access-api/access-api.routes.ts'
import { accountRoutes } from './features/accounts/accounts.routes.ts'
import { administratorRoutes } from './features/administrators/administrators.routes.ts'
import { affiliateRoutes } from './features/affiliates/affiliates.routes.ts'
import { bookmarkRoutes } from './features/bookmarks/bookmarks.routes.ts'
import { bulkChangeRoutes } from './features/bulk-changes/bulk-changes.routes.ts'
import { calendarRoutes } from './features/calendars/calendars.routes.ts'
import { categoryRoutes } from './features/categories/categories.routes.ts'
import { certificateRoutes } from './features/certificates/certificates.routes.ts'
import { getPdfLink } from './features/certificates/proof/proof.service.ts'
import { chargeRoutes } from './features/charges/charges.routes.ts'
import { CountedReaders } from './features/charges/counted-readers.service.ts'
import { cohortRoutes } from './features/cohorts/cohorts.routes.ts'
import { courseRoutes } from './features/courses/courses.routes.ts'
import { credentialRoutes } from './features/credentials/credentials.routes.ts'
import { domainRoutes } from './features/domains/domains.routes.ts'
import { editionRoutes } from './features/editions/editions.routes.ts'
import { emailChangeRoutes } from './features/email-changes/email-changes.routes.ts'
import { fileRoutes } from './features/files/files.routes.ts'
import { createFileAccesses, createPictureOwners } from './features/files/files.service.ts'
import { ImportProgress } from './features/imports/import-progress.ts'
import { importRoutes } from './features/imports/imports.routes.ts'
import { karmaRoutes } from './features/karma/karma.routes.ts'
import { learningRoutes } from './features/learning/learning.routes.ts'
import { getFileLink } from './features/learning/learning.service.ts'
import { Outlines } from './features/learning/outlines.service.ts'
import { ledgerRoutes } from './features/ledger/ledger.routes.ts'
import { lessonRoutes } from './features/lessons/lessons.routes.ts'
import { linkPreviews } from './features/link-previews/link-previews.service.ts'
import { mergeRoutes } from './features/merges/merges.routes.ts'
import { smsRoutes } from './features/messages/sms.routes.ts'
import { moveRoutes } from './features/moves/moves.routes.ts'
import { noticeRoutes } from './features/notices/notices.routes.ts'
import { notificationRoutes } from './features/notifications/notifications.routes.ts'
import { otherEmailRoutes } from './features/other-emails/other-emails.routes.ts'
import { ownDataRoutes } from './features/own-data/own-data.routes.ts'
import { pageRoutes } from './features/pages/pages.routes.ts'
import { paymentEventRoutes, paymentRoutes } from './features/payments/payments.routes.ts'
import { subscriptionRoutes } from './features/payments/subscriptions/subscriptions.routes.ts'
import { openPeople } from './features/people/people.service.ts'
import { platformRoutes } from './features/platform/platform.routes.ts'
import { visitLog as openVisitLog } from './features/platform/visit-log.service.ts'
import { profileRoutes } from './features/profiles/profiles.routes.ts'
import { publishingRoutes } from './features/publishing/publishing.routes.ts'
import { DeliveryKeeper } from './features/sales/deliveries/delivery-keeper.ts'
import { WebhookIntake, webhookConnections } from './features/sales/deliveries/webhook-intake.ts'
import { saleRoutes, webhookRoutes } from './features/sales/sales.routes.ts'
import { salesAccountRoutes } from './features/sales-accounts/sales-accounts.routes.ts'
import { salesReportRoutes } from './features/sales-reports/sales-reports.routes.ts'
import { SchoolAddresses } from './features/schools/school-addresses.service.ts'
import { schoolRoutes } from './features/schools/schools.routes.ts'
import { Contexts } from './features/schools/schools.service.ts'
import { securityRoutes } from './features/security/security.routes.ts'
import type { SessionTools } from './features/sessions/open-session.service.ts'
import { schoolSessionsOf } from './features/sessions/school-sessions.service.ts'
import { SeenSessions } from './features/sessions/seen-sessions.ts'
import { sessionRoutes } from './features/sessions/sessions.routes.ts'
import { SignInAttempts } from './features/sessions/sign-in-attempts.ts'
import { studentRoutes } from './features/students/students.routes.ts'
import { threadRoutes } from './features/threads/threads.routes.ts'
import { timelineRoutes } from './features/timeline/timeline.routes.ts'
import { todayRoutes } from './features/today/today.routes.ts'
import { videoRoutes } from './features/videos/videos.routes.ts'
import { createFileStore } from './files/create-file-store.ts'
import { takeAnyBody } from './http/any-body.ts'
import { buildHttp, pageSettings } from './http/build-http.ts'
import { openCounters } from './http/counters.ts'
import { takeForms } from './http/form-body.ts'
import { Gate } from './http/gate.ts'
import { installHealth } from './http/health.ts'
import { assertAllMounted, createMount, type Mount } from './http/mount.ts'
import { OpenCalls } from './http/open-calls.ts'
import { installOverload, type Overload } from './http/overload.ts'
import { installRateLimits } from './http/rate-limits.ts'
import { takeRawBodies } from './http/raw-body.ts'
import { serveWeb } from './http/serve-web.ts'
import { sessionTokens } from './http/session-token.ts'
import { WebPage } from './http/web-page.ts'
import { RelayBell } from './jobs/relay-bell.ts'
import { createPaymentProvider } from './payments/payment-provider.ts'

/** Features that need only their school's scope and the tools. */
const features: ((mount: Mount, tools: Tools) => void)[] = [
  categoryRoutes,
  certificateRoutes,
  courseRoutes,
  editionRoutes,
  karmaRoutes,
  lessonRoutes,
  noticeRoutes,
  notificationRoutes,
  pageRoutes,
  publishingRoutes,
  salesAccountRoutes,
  timelineRoutes,
  todayRoutes,
  videoRoutes,
]

export interface App {
  http: FastifyInstance
  tools: Tools
  /** Handles of the database, with which tests, seeds and measurements make schools from outside. */
  database: Database
  /** Opens a session without a password, for the seed alone. */
  sessionTools: SessionTools
  overload: Overload
  /** Tells balancers to send no more requests here, while requests that come are still served. */
  drain(): void
  /** Waits until the notes behind the answers that were given are written. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Builds the whole API, ready to listen or to be injected into. */
export async function buildApp(config: Config, logger: FastifyServerOptions['logger'] = false): Promise<App> {
  const page = await WebPage.read(config.webDir, pageSettings(config))
  const http = await buildHttp(config, logger, page?.scriptHashes)
  const database = connectDatabase(config.database, {
    wire: config.databaseWire,
    readsFromNodes: config.readsFromNodes,
    onStatement: config.debugSql ? logStatements(http.log) : undefined,
    onAwayChange: (isAway) =>
      isAway
        ? http.log.error('the database does not answer: whoever needs it is refused')
        : http.log.info('the database answers again'),
    onNode: (node, err) =>
      err
        ? http.log.error({ err, node }, 'a node of the database cannot be asked itself')
        : http.log.info({ node }, 'the node of the database can be asked again'),
  })
  if (config.debugSql) noteRequests(http)
  const overload = installOverload(http, config.overloadWaitMs)
  const tools = makeTools(config, await createFileStore(config))
  const outlines = new Outlines()
  const counters = await openCounters({ ...tools, platform: database, log: http.log })
  await installRateLimits(http, counters, tools.now)
  const tokens = sessionTokens(http)
  const domainTools = { ...tools, platform: database, dns: createDns(config.dnsServers) }
  const seenSessions = new SeenSessions({ ...tools, platform: database }, http.log)
  const gate = new Gate(database, tokens.claimsOf, (sessionId) => seenSessions.note(sessionId))
  const openSchoolById = (id: string) => openSchool(database, id)
  const visitLog = openVisitLog({ ...tools, platform: database })
  const addresses = new SchoolAddresses({ ...tools, platform: database })
  const contexts = new Contexts({
    ...tools,
    platform: database,
    openSchool: openSchoolById,
    addresses,
    outlines,
    visitLog,
  })
  const securityLog = new SecurityLog(http.log)
  const sessionTools: SessionTools = { ...tools, platform: database, tokens, contexts, securityLog }
  const signInTools = {
    ...sessionTools,
    gate,
    attempts: new SignInAttempts(counters),
    codeAttempts: new SignInAttempts(counters, 'code'),
  }
  const mounted = new Set<RouteDefinition>()
  const openCalls = new OpenCalls()
  const mountTools = { gate, openSchool: openSchoolById, config, visitLog, openCalls }
  const people = openPeople(database)
  const provider = createPaymentProvider(config.stripe)
  // Routes are declared in a plugin so that the hooks of those above (limits, documentation) see them.
  await http.register(async (scope) => {
    takeRawBodies(scope)
    takeForms(scope)
    const mount = createMount(scope, mountTools, mounted)
    for (const feature of features) feature(mount, tools)
    accountRoutes(mount, { ...signInTools, openSchool: openSchoolById })
    accessApiRoutes(mount, { ...tools, people, counters })
    administratorRoutes(mount, { ...tools, people, schoolSessions: schoolSessionsOf(database) })
    affiliateRoutes(mount, { ...tools, counters, addresses })
    bookmarkRoutes(mount, { ...tools, outlines })
    calendarRoutes(mount, { ...tools, outlines })
    chargeRoutes(mount)
    cohortRoutes(mount, { ...tools, people })
    credentialRoutes(mount, { ...tools, platform: database })
    domainRoutes(mount, { ...domainTools, forgetSchools: () => addresses.forget() })
    emailChangeRoutes(mount, { ...signInTools, counters })
    fileRoutes(mount, {
      ...tools,
      gate,
      accesses: createFileAccesses(),
      pictureOwners: createPictureOwners(),
      ways: {
        lesson: (school, { id, fileId }) => getFileLink(school, { contentId: id, fileId }, { ...tools, outlines }),
        certificate: (school, { id }) => getPdfLink(school, id, tools),
      },
    })
    ledgerRoutes(mount, { ...tools, platform: database })
    mergeRoutes(mount, { ...tools, people, securityLog })
    moveRoutes(mount, tools)
    bulkChangeRoutes(mount, tools)
    importRoutes(mount, { ...tools, progress: new ImportProgress() })
    learningRoutes(mount, { ...tools, outlines, readers: new CountedReaders() })
    otherEmailRoutes(mount, tools)
    ownDataRoutes(mount, { ...tools, platform: database, openSchool: openSchoolById, securityLog })
    paymentRoutes(mount, { ...tools, platform: database, provider })
    subscriptionRoutes(mount, { ...tools, platform: database, provider })
    platformRoutes(mount, { ...tools, platform: database })
    profileRoutes(mount, { ...tools, platform: database, gate, securityLog, openSchool: openSchoolById })
    saleRoutes(mount, { ...tools, counters, people })
    salesReportRoutes(mount, tools)
    schoolRoutes(mount, { ...domainTools, contexts })
    securityRoutes(mount, signInTools)
    sessionRoutes(mount, signInTools)
    smsRoutes(mount, { ...tools, platform: database })
    studentRoutes(mount, { ...tools, schoolSessions: schoolSessionsOf(database), securityLog })
    threadRoutes(mount, { ...tools, outlines })
  })
  await http.register(async (scope) => {
    takeAnyBody(scope)
    const reserved = database.reserve(webhookConnections)
    const mount = createMount(scope, mountTools, mounted)
    paymentEventRoutes(mount, { ...tools, platform: database, openSchool: openSchoolById, provider })
    webhookRoutes(mount, {
      ...tools,
      platform: database,
      openSchool: (id) => openSchool(reserved, id),
      keeper: new DeliveryKeeper(reserved, new RelayBell(database)),
      intake: new WebhookIntake(counters, tools),
    })
  })
  assertAllMounted(allRoutes, mounted)
  const health = installHealth(http, database, config)
  const directory = linkPreviews({ config, addresses, openSchool: openSchoolById })
  await serveWeb(http, page, { directory, stripe: config.stripe })
  await http.ready()
  return {
    http,
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
