import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { root } from './testing/walls/code.ts'

/** Settings that docker-compose.yml fixes, or that its images do. */
const fixed = ['HOST', 'PORT', 'WORKER_PORT', 'NODE_ENV', 'WEB_DIR', 'FILES_DIR', 'CLUSTER_READS']
/** Logins that the stack of one machine derives from the secret. */
const derived = ['DATABASE_APP_URL', 'DATABASE_PLATFORM_URL', 'DATABASE_QUEUE_URL']

/** Settings that `pnpm start` and `pnpm backup` read themselves. */
const readByStart = ['DATA_DIR', 'SEED_DEMO', 'STRIPE_STAND_IN', 'PG_BIN']

/** Names of all variables that the configuration reads, whichever providers are chosen. */
function readNames(): Set<string> {
  const names = new Set<string>()
  for (const SMS_PROVIDER of ['twilio', 'zenvia', 'off']) {
    const set: NodeJS.ProcessEnv = { SMS_PROVIDER, STRIPE_SECRET_KEY: 'sk_test_1', S3_BUCKET: 'files' }
    const env = new Proxy(set, {
      get(target, name: string) {
        names.add(name)
        return target[name]
      },
    })
    expect(() => readConfig(env)).toThrow('The environment is not complete')
  }
  return names
}

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

it('passes every setting on to the processes of docker-compose.yml', () => {
  const platform = read('docker-compose.yml').match(/environment: &environment[\s\S]+?volumes:/)![0]
  const missing = [...readNames()].filter((name) => !new RegExp(`^    ${name}: `, 'm').test(platform))
  expect(missing.toSorted()).toEqual([...fixed, ...derived].toSorted())
})

it('names every setting of the first two groups in the files and the runbook of Kubernetes', () => {
  const files = ['base/settings.yaml', 'base/api.yaml', 'base/worker.yaml'].map((file) => `infra/kubernetes/${file}`)
  const text = [...files, 'infra/runbooks/kubernetes.md'].map(read).join('\n')
  const usual = read('README.md').match(/### What an installation must have[\s\S]+?### What is rarely needed/)![0]
  const names = [...readNames()].filter((name) => usual.includes(`\`${name}\``))
  const missing = names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))
  // The image fixes its port, and a pod has no folder that lasts.
  expect(missing.toSorted()).toEqual(['FILES_DIR', 'HOST', 'PORT'])
})

it('explains every setting in the README', () => {
  const table = read('README.md').match(/## Configuration[\s\S]+?## Deploy/)![0]
  const names = [...readNames(), ...readByStart]
  // MAILBOX_URL is what a start tells its own processes about the mailbox beside them.
  expect(names.filter((name) => !table.includes(`\`${name}\``))).toEqual(['MAILBOX_URL'])
  const groups = table
    .split('\n### ')
    .slice(1)
    .map((group) => group.split('\n')[0])
  expect(groups).toEqual(['What an installation must have', 'What it may have', 'What is rarely needed'])
})

it('takes an empty number as one that is left out', () => {
  const needed = {
    ESCOLA_SECRET: 'x'.repeat(32),
    SMTP_URL: 'smtp://127.0.0.1:25',
    DATABASE_URL: 'postgres://127.0.0.1/escola',
  }
  const empty = { OVERLOAD_WAIT_MS: '', REDIS_WAIT_MS: '', JOB_LOCK_MS: '', RATE_FACTOR: '', SCHOOL_STORAGE_GB: '' }
  expect(readConfig({ ...needed, ...empty })).toEqual(readConfig(needed))
  expect(readConfig({ ...needed, OVERLOAD_WAIT_MS: '0' }).overloadWaitMs).toBe(0)
  expect(() => readConfig({ ...needed, WORKER_PORT: 'x' })).toThrow('WORKER_PORT must be a number')
})
