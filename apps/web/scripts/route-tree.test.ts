import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isNamespace } from '@escola/contract/namespaces'
import { expect, it } from 'vitest'
import { writeRouteTree } from './route-tree.ts'

const source = path.resolve(import.meta.dirname, '../src')

// The generator writes, so it works on a copy.
it('what the routes folder gives is what routeTree.gen.ts says (`pnpm web:routes` writes it)', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'escola-routes-'))
  try {
    await cp(path.join(source, 'routes'), path.join(root, 'src/routes'), { recursive: true })
    await writeRouteTree(root)
    const generated = await readFile(path.join(root, 'src/routeTree.gen.ts'), 'utf8')
    expect(await readFile(path.join(source, 'routeTree.gen.ts'), 'utf8')).toBe(generated)
  } finally {
    await rm(root, { recursive: true })
  }
})

it('no page of ours begins with what could be a school', async () => {
  const tree = await readFile(path.join(source, 'routeTree.gen.ts'), 'utf8')
  const first = new Set([...tree.matchAll(/fullPath: '\/([^/'$]+)/g)].map(([, segment]) => segment!))
  expect(first).toContain('config')
  const remedy = 'add it to reservedNamespaces of namespaces.ts in the contract'
  expect([...first].filter(isNamespace).map((segment) => `${segment}: ${remedy}`)).toEqual([])
  // These names are folders of our files, and paths that part 2 of the specification has still to bring.
  const others =
    'api assets escola webhook integration favoritos comunidade filiais-planos usuarios planos bank offer perfil p'
  expect(others.split(' ').filter(isNamespace)).toEqual([])
})
