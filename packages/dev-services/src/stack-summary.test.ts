import path from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from './project.ts'
import { summarizeStack } from './stack-summary.ts'

it.each([
  [path.join(projectRoot, '.data'), '.data', '.data/logs'],
  ['/srv/escola', '/srv/escola', '/srv/escola/logs'],
])('says where the data and the logs of %s are', (dataDir, data, logs) => {
  const summary = summarizeStack({
    url: 'http://localhost:3000',
    dataDir,
    accounts: [],
    mailbox: undefined,
    stripe: undefined,
  })
  expect(summary).toContain(`  Data       ${data}   logs in ${logs};`)
})
