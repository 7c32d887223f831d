import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Installs the pnpm that package.json pins, for images and continuous integration, and refuses bytes that the pin does not name. */
const { packageManager } = JSON.parse(readFileSync('package.json', 'utf8'))
const [, version, pinned] = /^pnpm@([\d.]+)\+sha512\.([0-9a-f]{128})$/.exec(packageManager) ?? []
if (!pinned) throw new Error('package.json pins no pnpm with its hash.')
const folder = mkdtempSync(path.join(os.tmpdir(), 'pnpm-'))
run(['pack', `pnpm@${version}`, '--silent', '--pack-destination', folder])
const file = path.join(folder, readdirSync(folder)[0])
const found = createHash('sha512').update(readFileSync(file)).digest('hex')
if (found !== pinned) throw new Error(`pnpm ${version} has the hash ${found}, and package.json pins ${pinned}.`)
run(['install', '--global', file, '--no-fund', '--no-audit', '--loglevel=error'])
rmSync(folder, { recursive: true })

/** @param {string[]} words */
function run(words) {
  const { status } = spawnSync('npm', words, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
