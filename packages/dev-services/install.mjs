import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Installs what a command runs on, unless it is there. With the word `product` that is what serves the platform: browsers, containers and all
 * else that only tests, checks and measurements need come with the first command that asks for them. This file runs before anything is
 * installed, on the Node that the machine has.
 */
const servers = [
  '@escola/server...',
  '@escola/web...',
  '@escola/dev-services...',
  '@escola/demo...',
  '@escola/backup...',
]
const productOnly = ['--prod', '--filter', 'escola', ...servers.flatMap((server) => ['--filter', server])]

const root = path.resolve(import.meta.dirname, '../..')
const modules = path.join(root, 'node_modules')
const noteFile = path.join(modules, '.installed.json')
const note = existsSync(noteFile) ? JSON.parse(readFileSync(noteFile, 'utf8')) : undefined
// What was installed by hand is whole, and what is whole stays so.
const isWhole = process.argv[2] !== 'product' || (note ? note.isWhole : existsSync(modules))
const manifests = hashOf([
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'package.json',
  ...['packages', 'apps'].flatMap((folder) =>
    readdirSync(path.join(root, folder)).map((name) => path.join(folder, name, 'package.json')),
  ),
])

if (note?.manifests !== manifests || note.isWhole !== isWhole) {
  const { status } = spawnSync('pnpm', ['install', ...(isWhole ? [] : productOnly)], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(noteFile, JSON.stringify({ manifests, isWhole }))
}

/** @param {string[]} files */
function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files) if (existsSync(path.join(root, file))) hash.update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}
