import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { projectRoot } from './project.ts'

const run = promisify(execFile)
const folder = path.join(projectRoot, 'infra/kubernetes')
const read = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8')
const parts = readdirSync(folder)
const manifests = parts.flatMap((part) =>
  readdirSync(path.join(folder, part)).map((file) => `infra/kubernetes/${part}/${file}`),
)
const runbook = read('infra/runbooks/kubernetes.md')
/** Commands that bring a release out, by the title of their section. */
const commandsOf = (title: string) => {
  const section = runbook.split(/^## /m).find((each) => each.startsWith(`${title}\n`))
  const blocks = [...(section ?? '').matchAll(/```sh\n([\s\S]*?)```/g)].map((block) => block[1]!)
  return blocks.find((block) => block.includes('RELEASE='))!
}

const places = mkdtempSync(path.join(tmpdir(), 'escola-kubernetes-'))
afterAll(() => rm(places, { recursive: true }))
/**
 * Stands in for a cluster: renders a kustomization as the files that it names, keeps to the label of `apply -l`, and writes down what was asked
 * for.
 */
const kubectl = `#!${process.execPath}
const { readFileSync, appendFileSync, statSync } = require('node:fs')
const path = require('node:path')
const args = process.argv.slice(2)
const log = (line) => appendFileSync(path.join(__dirname, 'log'), line + '\\n')
const render = (place) => /^resources: \\[(.*)\\]/m.exec(readFileSync(path.join(place, 'kustomization.yaml'), 'utf8'))[1].split(', ')
  .map((name) => path.join(place, name)).map((each) => statSync(each).isDirectory() ? render(each) : readFileSync(each, 'utf8')).join('\\n---\\n')
if (args[0] === 'kustomize') process.stdout.write(render(args[1]))
else if (args[2] === 'apply') {
  const selector = args.includes('-l') ? args[args.indexOf('-l') + 1] : ''
  const [key, values] = selector.includes(' in ') ? [selector.split(' ')[0], selector.match(/\\((.*)\\)/)[1].split(', ')] : [selector.split('=')[0], [selector.split('=')[1]]]
  const objects = readFileSync(0, 'utf8').split(/^---$/m).filter((each) => /^kind:/m.test(each))
  for (const each of objects) {
    const labels = /labels: \\{ (.*?) \\}/.exec(each.split(/^spec:/m)[0])?.[1] ?? ''
    if (selector && !values.some((value) => labels.split(', ').includes(key + ': ' + value))) continue
    log('apply ' + /^kind: (\\w+)/m.exec(each)[1] + '/' + /name: ([\\w.-]+)/.exec(each)[1])
  }
} else log(args.slice(2).join(' '))
`
async function playRelease(title: string): Promise<string[]> {
  writeFileSync(path.join(places, 'kubectl'), kubectl)
  chmodSync(path.join(places, 'kubectl'), 0o755)
  writeFileSync(path.join(places, 'log'), '')
  const env = { ...process.env, PATH: `${places}:${process.env.PATH}` }
  await run('bash', ['-euo', 'pipefail', '-c', commandsOf(title)], { cwd: projectRoot, env })
  return readFileSync(path.join(places, 'log'), 'utf8').trim().split('\n')
}

const product = [
  'apply Job/migrate-1.0.0',
  'wait --for=condition=complete --timeout=60m job/migrate-1.0.0',
  'apply ConfigMap/escola',
  'apply Deployment/worker',
  'rollout status deployment/worker --timeout=10m',
]
const rest = [
  'apply ConfigMap/escola',
  'apply Deployment/worker',
  'apply Deployment/api',
  'apply Service/api',
  'apply PodDisruptionBudget/api',
  'apply Ingress/escola',
]
const databases = [
  'apply StatefulSet/citus-coordinator',
  'apply Service/citus-coordinator',
  'apply StatefulSet/citus-node',
  'apply Service/citus-node',
  'apply NetworkPolicy/citus-coordinator',
  'apply NetworkPolicy/citus-node',
  'apply PodDisruptionBudget/citus',
]

describe('a release on Kubernetes, as the runbook says', () => {
  it('migrates to the end, then replaces the worker, and the API last', async () => {
    expect(await playRelease('A release')).toEqual([...product, ...rest, 'rollout status deployment/api --timeout=10m'])
  })

  it('has the databases before that on a cluster of its own', async () => {
    expect(await playRelease('On a cluster of databases')).toEqual([
      ...databases,
      'rollout status statefulset/citus-coordinator --timeout=30m',
      'rollout status statefulset/citus-node --timeout=30m',
      ...product,
      ...rest,
      ...databases,
      'rollout status deployment/api --timeout=10m',
    ])
  })

  it('has a job of its own, which goes by itself', () => {
    const job = read('infra/kubernetes/migrate/migrate.yaml')
    expect(job).toMatch(/^metadata: \{ name: migrate-RELEASE,/m)
    expect(job).toMatch(/^ {2}ttlSecondsAfterFinished: \d+$/m)
    expect(manifests.filter((file) => /^kind: Job$/m.test(read(file)))).toEqual([
      'infra/kubernetes/migrate/migrate.yaml',
    ])
  })

  it('names its image by the release everywhere, and replaces nothing by force', () => {
    const images = manifests.flatMap((file) => [...read(file).matchAll(/image: (escola\S*)/g)].map((found) => found[1]))
    expect(images).toEqual(Array(3).fill('escola:RELEASE'))
    for (const text of [runbook, ...manifests.map(read)])
      expect(text).not.toMatch(/replace --force|delete job migrate /)
  })
})

const hasKubectl = await run('kubectl', ['version', '--client']).then(
  () => true,
  () => false,
)
describe.skipIf(!hasKubectl)('kubectl kustomize', () => {
  it.each(parts)('renders %s', async (part) => {
    const { stdout } = await run('kubectl', ['kustomize', path.join(folder, part)])
    expect(stdout).toMatch(/^kind: /m)
  })
})
