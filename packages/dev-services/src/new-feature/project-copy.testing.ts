import { cpSync, mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../project.ts'

const workspaces = [
  'packages/contract',
  'packages/db',
  'packages/db-wire',
  'packages/db-citus',
  'apps/server',
  'apps/web',
]
const sources = [
  ...workspaces,
  'migrations',
  'apps/e2e/screens.spec.ts',
  'biome.json',
  'tsconfig.base.json',
  '.gitignore',
]

/** Copies the sources of the product, whose packages then find each other in the copy and all others where they are. */
export function copyProject(root: string): void {
  const isSource = (file: string) => !/\/(node_modules|dist)$/.test(file)
  for (const each of sources)
    cpSync(path.join(projectRoot, each), path.join(root, each), { recursive: true, filter: isSource })
  for (const workspace of workspaces) linkModules(root, path.join(workspace, 'node_modules'))
  linkModules(root, 'node_modules')
}

function linkModules(root: string, folder: string): void {
  mkdirSync(path.join(root, folder), { recursive: true })
  for (const name of readdirSync(path.join(projectRoot, folder))) {
    const link = path.join(folder, name)
    if (name === '@escola') linkModules(root, link)
    else if (!name.startsWith('.')) symlinkSync(targetOf(root, link), path.join(root, link))
  }
}

function targetOf(root: string, link: string): string {
  const real = realpathSync(path.join(projectRoot, link))
  const inProject = path.relative(projectRoot, real)
  return workspaces.includes(inProject) ? path.join(root, inProject) : real
}

/** Sets up a check of these files' types alone, with what they import. */
export function checkOnly(root: string, workspace: string, include: string[]): string {
  const config = path.join(root, workspace, 'tsconfig.new.json')
  writeFileSync(config, JSON.stringify({ extends: './tsconfig.json', include }))
  return config
}
