import path from 'node:path'
import { writeRouteTree } from './route-tree.ts'

await writeRouteTree(path.resolve(import.meta.dirname, '..'))
