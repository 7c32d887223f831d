import { clusterLife } from './cluster.ts'
import { table } from './finding.ts'

process.setMaxListeners(0)
console.log(table(await clusterLife('postgres://postgres@127.0.0.1:9700/postgres')))
process.exit(0)
