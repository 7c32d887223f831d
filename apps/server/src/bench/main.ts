import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import path from 'node:path'
import { benchCertificates } from './bench-certificates.ts'
import { benchHttp } from './bench-http.ts'
import { benchImport } from './bench-import.ts'
import { benchLighthouse } from './bench-lighthouse.ts'
import { benchPhone } from './bench-phone.ts'
import { makeBenchSchool } from './bench-school.ts'
import { startBenchStack } from './bench-stack.ts'
import { benchWeight } from './bench-weight.ts'
import { type Figure, table } from './figure.ts'

/** Measures everything against floors of the same run, prints a table and keeps it in docs/bench.md. */
const figures: Figure[] = [await benchWeight(), await benchCertificates()]
figures.push(...(await benchPhone()))
figures.push(...(await benchLighthouse()))
const stack = await startBenchStack()
try {
  const school = await makeBenchSchool(stack)
  figures.push(...(await benchHttp(stack, school)), ...(await benchImport(stack, school)))
} finally {
  await stack.stop()
}
const text = `# Measured

\`pnpm bench\` writes this page. Each figure stands beside a floor that was measured in the same run on the same machine, so the ratio travels and the numbers do not.
Last run: ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}.

${table(figures)}
`
await writeFile(path.resolve(import.meta.dirname, '../../../../docs/bench.md'), text)
console.log(text)
process.exit(figures.every((figure) => figure.ok) ? 0 : 1)
