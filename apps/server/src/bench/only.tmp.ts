import { benchCertificates } from './bench-certificates.ts'
import { benchHttp } from './bench-http.ts'
import { makeBenchSchool } from './bench-school.ts'
import { startBenchStack } from './bench-stack.ts'

console.log(await benchCertificates())
const stack = await startBenchStack()
try {
  const school = await makeBenchSchool(stack)
  for (let i = 0; i < 2; i++)
    console.log((await benchHttp(stack, school)).map((f) => [f.name, f.value, f.floor, f.ratio.toFixed(3)]))
} finally {
  await stack.stop()
}
process.exit(0)
