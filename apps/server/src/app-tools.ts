import type { Database, Plans } from '@escola/db'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { openSchool as openSchoolOf, type School } from './core/scope.ts'
import { SecurityLog } from './core/security-events.ts'
import { makeTools, type PlatformTools } from './core/tools.ts'
import { createDns } from './dns/dns.ts'
import { Outlines } from './features/learning/outlines.service.ts'
import { findOwnerName } from './features/people/members.service.ts'
import { openPeople } from './features/people/people.service.ts'
import { visitLog as openVisitLog } from './features/platform/visit-log.service.ts'
import { SchoolAddresses } from './features/schools/school-addresses.service.ts'
import { Contexts } from './features/schools/schools.service.ts'
import type { SessionTools } from './features/sessions/open-session.service.ts'
import { schoolSessionsOf } from './features/sessions/school-sessions.service.ts'
import { SeenSessions } from './features/sessions/seen-sessions.ts'
import { SignInAttempts } from './features/sessions/sign-in-attempts.ts'
import { openTeamLog } from './features/team-log/team-log.service.ts'
import { createFileStore } from './files/create-file-store.ts'
import { openCounters } from './http/counters.ts'
import { Gate } from './http/gate.ts'
import { OpenCalls } from './http/open-calls.ts'
import type { SessionTokens } from './http/session-token.ts'
import { createPaymentProvider } from './payments/payment-provider.ts'

/** Makes the tools that features are given, once per process. */
export async function makeAppTools(
  config: Config,
  { http, database, tokens }: { http: FastifyInstance; database: Database; tokens: SessionTokens },
) {
  const tools = makeTools(config, await createFileStore(config))
  const platformTools: PlatformTools = { ...tools, platform: database }
  const openSchool = (id: string, plans?: Plans) => openSchoolOf(database, id, plans)
  const counters = await openCounters({ ...platformTools, log: http.log })
  const outlines = new Outlines()
  const visitLog = openVisitLog(platformTools)
  const addresses = new SchoolAddresses(platformTools)
  const contexts = new Contexts({ ...platformTools, openSchool, addresses, outlines, visitLog })
  const securityLog = new SecurityLog(http.log)
  const sessionTools: SessionTools = { ...platformTools, tokens, contexts, securityLog }
  const seenSessions = new SeenSessions(platformTools, http.log)
  const gate = new Gate(database, tokens.claimsOf, (sessionId) => seenSessions.record(sessionId))
  return {
    config,
    database,
    tools,
    platformTools,
    domainTools: { ...platformTools, dns: createDns(config.dnsServers) },
    sessionTools,
    signInTools: {
      ...sessionTools,
      gate,
      attempts: new SignInAttempts(counters),
      codeAttempts: new SignInAttempts(counters, 'code'),
    },
    addresses,
    contexts,
    counters,
    gate,
    openCalls: new OpenCalls(),
    openSchool,
    ownerNameOf: (school: School) => school.tx(findOwnerName),
    outlines,
    people: openPeople(database),
    provider: createPaymentProvider(config.stripe),
    schoolSessions: schoolSessionsOf(database),
    securityLog,
    seenSessions,
    visitLog,
    teamLog: openTeamLog(tools),
  }
}

export type AppTools = Awaited<ReturnType<typeof makeAppTools>>
