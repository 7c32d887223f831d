import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CpuBill } from './cpu-seconds.ts'

const loop =
  'for (let used = 0; used < 1_000_000; ) { const { user, system } = process.cpuUsage(); used = user + system }'

it('says what each part of a run cost, the dearest first, where the system tells', () => {
  const bill = new CpuBill()
  bill.note('before')
  spawnSync(process.execPath, ['-e', loop])
  bill.note('loop')
  bill.note('after')
  // Programs of other tests have ended in this process before.
  const printed = bill.print(false).replace(/before \d+, |, before \d+/, '')
  expect(printed).toMatch(
    existsSync('/proc/self/stat')
      ? /^ and \d+ s of the processor \(loop [1-9]\d*, after 0\); the machine worked \d+ s/
      : /^$/,
  )
})
