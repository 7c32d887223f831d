import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Generator, getConfig } from '@tanstack/router-generator'
import { expect, it } from 'vitest'

const source = path.resolve(import.meta.dirname, '../src')

// The generator writes, so it works on a copy.
it('what the routes folder gives is what routeTree.gen.ts says (`pnpm --filter @escola/web build` writes it)', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'escola-routes-'))
  try {
    await cp(path.join(source, 'routes'), path.join(root, 'src/routes'), { recursive: true })
    const config = getConfig({ target: 'react', autoCodeSplitting: true, tmpDir: root, disableLogging: true }, root)
    await new Generator({ config, root }).run()
    const generated = await readFile(path.join(root, 'src/routeTree.gen.ts'), 'utf8')
    expect(await readFile(path.join(source, 'routeTree.gen.ts'), 'utf8')).toBe(generated)
  } finally {
    await rm(root, { recursive: true })
  }
})
