import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '@escola/dev-services/project'
import { openBench, type Part } from './bench.ts'
import { benchComplete } from './bench-complete.ts'
import { benchEvening } from './bench-evening.ts'
import { benchExamResults } from './bench-exam-results.ts'
import { benchExams } from './bench-exams.ts'
import { benchHttp } from './bench-http.ts'
import { benchImport } from './bench-import.ts'
import { benchLighthouse } from './bench-lighthouse.ts'
import { benchMoney } from './bench-money.ts'
import { benchSales } from './bench-sales.ts'
import { benchStudents } from './bench-students.ts'
import { benchWeight } from './bench-weight.ts'
import { type Figure, table } from './figure.ts'
import { pageWith } from './page.ts'

/** Each is measured by `pnpm bench <name>`; without a name, all of them. */
const parts: Record<string, Part> = {
  weight: benchWeight,
  lighthouse: benchLighthouse,
  http: benchHttp,
  complete: benchComplete,
  import: benchImport,
  evening: benchEvening,
  exams: benchExams,
  'exam-results': benchExamResults,
  students: benchStudents,
  sales: benchSales,
  money: benchMoney,
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !(name in parts))
if (unknown.length) {
  console.error(`There is no part ${unknown.join(', ')}. The parts are: ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
const measured = new Map<string, Figure[]>()
const bench = openBench()
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (names.length && !names.includes(name)) continue
    console.log(`\n${name} …`)
    const figures = await measure(bench)
    measured.set(name, figures)
    console.log(table(figures))
  }
} finally {
  await bench.close()
}
const page = path.join(projectRoot, 'docs/bench.md')
await writeFile(page, pageWith(await readFile(page, 'utf8').catch(() => ''), Object.keys(parts), measured))
process.exit([...measured.values()].flat().every((figure) => figure.ok) ? 0 : 1)
