import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../../../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

it('pnpm is pinned with its hash, and images and continuous integration install that one', () => {
  expect(JSON.parse(read('package.json')).packageManager).toMatch(/^pnpm@12\.\d+\.\d+\+sha512\.[0-9a-f]{128}$/)
  for (const file of ['infra/docker/Dockerfile', '.github/workflows/ci.yml']) {
    expect([file, read(file)]).toEqual([file, expect.stringContaining('node infra/docker/install-pnpm.mjs')])
    expect([file, read(file)]).toEqual([file, expect.not.stringMatching(/pnpm@\d/)])
  }
})

it('a release is some days old before it is installed', () => {
  const [, minutes] = /^minimumReleaseAge: (\d+)$/m.exec(read('pnpm-workspace.yaml')) ?? []
  expect(Number(minutes)).toBeGreaterThanOrEqual(3 * 24 * 60)
})
