import path from 'node:path'
import { Generator, getConfig } from '@tanstack/router-generator'

/** Writes src/routeTree.gen.ts from src/routes, as the build does. */
export async function writeRouteTree(root: string): Promise<void> {
  const tmpDir = path.join(root, 'node_modules/.cache/routes')
  const config = getConfig({ target: 'react', autoCodeSplitting: true, tmpDir, disableLogging: true }, root)
  await new Generator({ config, root }).run()
}
